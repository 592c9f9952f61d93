// tare: treatment: critical measured 4
// Unnamed, named and hinted critical regions exclude each other by name.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int a = 0, b = 0, c = 0;
#pragma omp parallel for
  for (int i = 0; i < 400; i++) {
#pragma omp critical
    a += 1;
#pragma omp critical(one)
    {
      b += 2;
    }
#pragma omp critical(two) hint(omp_sync_hint_contended)
    c += 3;
#pragma omp critical(one)
    b += 1;
  }
  printf("%d %d %d\n", a, b, c);
  return !(a == 400 && b == 1200 && c == 1200);
}
