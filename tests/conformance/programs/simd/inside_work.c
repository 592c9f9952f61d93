// tare: treatment: simd left-alone 3
// tare: treatment: parallel for measured 1
// tare: treatment: single measured 1
// simd loops inside measured constructs, with atomics in them.
#include <stdio.h>

int main(void) {
  static int a[50][40];
  int n = 0, sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 50; i++) {
#pragma omp simd
    for (int j = 0; j < 40; j++)
      a[i][j] = i + j;
  }
#pragma omp parallel
#pragma omp single
  {
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < 40; j++)
      sum += a[10][j];
#pragma omp simd
    for (int j = 0; j < 40; j++)
#pragma omp atomic
      n++;
  }
  printf("%d %d\n", sum, n);
  return !(sum == 400 + 780 && n == 40);
}
