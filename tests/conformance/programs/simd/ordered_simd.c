// tare: treatment: ordered simd left-alone 2
// ordered simd inside simd loops; no probe may stand there.
#include <stdio.h>

int main(void) {
  int a[64] = {0}, n = 0, b[64];
#pragma omp simd
  for (int i = 1; i < 64; i++) {
    b[i] = i;
#pragma omp ordered simd
    a[i] = b[i] * i;
  }
#pragma omp parallel for simd
  for (int i = 0; i < 64; i++) {
    b[i] = 2 * i;
#pragma omp ordered simd
    {
      a[i] += b[i];
    }
  }
  for (int i = 0; i < 64; i++)
    n += a[i];
  printf("%d\n", n);
  return n != 85344 + 4032;
}
