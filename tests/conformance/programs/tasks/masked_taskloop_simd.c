// tare: plain-fails: clang clang 19 runs no iteration of masked taskloop
// tare: treatment: parallel masked taskloop simd outside 1
// tare: treatment: masked taskloop simd outside 1
#include <stdio.h>

int main(void) {
  int a[64] = {0}, bad = 0;
#pragma omp parallel masked taskloop simd shared(a)
  for (int i = 0; i < 64; i++)
    a[i]++;
#pragma omp parallel
#pragma omp masked taskloop simd
  for (int i = 0; i < 64; i++)
    a[i]++;
  for (int i = 0; i < 64; i++)
    bad += a[i] != 2;
  printf("%d\n", bad);
  return bad != 0;
}
