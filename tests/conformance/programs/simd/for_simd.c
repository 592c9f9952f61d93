// tare: treatment: for simd measured 3
// tare: treatment: parallel for simd measured 2
#include <stdio.h>

int main(void) {
  int a[200], b[200], sum = 0, j = 5, last = -1;
#pragma omp parallel
  {
#pragma omp for simd
    for (int i = 0; i < 200; i++)
      a[i] = i;
#pragma omp for simd schedule(simd : static, 8) nowait safelen(8)
    for (int i = 0; i < 200; i++)
      b[i] = i;
#pragma omp barrier
#pragma omp for simd reduction(+ : sum) collapse(2) lastprivate(last)
    for (int i = 0; i < 10; i++)
      for (int k = 0; k < 20; k++) {
        sum += a[20 * i + k] + b[20 * i + k];
        last = k;
      }
  }
#pragma omp parallel for simd linear(j) if (parallel : sum > 0) if (simd : sum > 1) simdlen(8)
  for (int i = 0; i < 200; i++) {
    a[i] = j;
    j++;
  }
#pragma omp parallel for simd reduction(+ : sum) num_threads(2) schedule(dynamic, 16)
  for (int i = 0; i < 200; i++)
    sum += a[i];
  printf("%d %d %d\n", sum, j, last);
  return !(sum == 2 * 19900 + 19900 + 1000 && j == 205 && last == 19);
}
