// tare: treatment: parallel master taskloop simd outside 1
// tare: treatment: master taskloop simd outside 1
#include <stdio.h>

int main(void) {
  int a[64] = {0}, bad = 0;
#pragma omp parallel master taskloop simd shared(a)
  for (int i = 0; i < 64; i++)
    a[i]++;
#pragma omp parallel
#pragma omp master taskloop simd
  for (int i = 0; i < 64; i++)
    a[i]++;
  for (int i = 0; i < 64; i++)
    bad += a[i] != 2;
  printf("%d\n", bad);
  return bad != 0;
}
