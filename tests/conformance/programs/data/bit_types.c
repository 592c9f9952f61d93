// tare: treatment: parallel for measured 2
// Reductions of small, unsigned, floating and complex types.
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>

int main(void) {
  unsigned char small = 0;
  short s = 0;
  unsigned long long big = 0;
  float f = 0;
  float complex z = 0;
  bool all = true, any = false;
#pragma omp parallel for reduction(+ : small, s, big, f, z)
  for (int i = 0; i < 64; i++) {
    small += i;
    s -= i;
    big += 1ull << (i % 40);
    f += 0.5f;
    z += 1 + 2 * I;
  }
#pragma omp parallel for reduction(&& : all) reduction(|| : any)
  for (int i = 0; i < 64; i++) {
    all = all && i < 64;
    any = any || i == 63;
  }
  printf("%d %d %llu %g %g %g %d %d\n", small, s, big, f, crealf(z), cimagf(z), all,
         any);
  return !(s == -2016 && f == 32 && crealf(z) == 64 && cimagf(z) == 128 && all && any);
}
