// tare: treatment: parallel for measured 2
// Reductions of small, unsigned, and floating types.
#include <stdbool.h>
#include <stdio.h>

int main(void) {
  unsigned char small = 0;
  short s = 0;
  unsigned long long big = 0;
  float f = 0;
  bool all = true, any = false;
#pragma omp parallel for reduction(+ : small, s, big, f)
  for (int i = 0; i < 64; i++) {
    small += i;
    s -= i;
    big += 1ull << (i % 40);
    f += 0.5f;
  }
#pragma omp parallel for reduction(&& : all) reduction(|| : any)
  for (int i = 0; i < 64; i++) {
    all = all && i < 64;
    any = any || i == 63;
  }
  printf("%d %d %llu %g %d %d\n", small, s, big, f, all,
         any);
  return !(s == -2016 && f == 32 && all && any);
}
