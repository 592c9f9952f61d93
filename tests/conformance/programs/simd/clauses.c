// tare: profiles: 0
// tare: treatment: simd left-alone
// Every clause of simd.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  float *a = aligned_alloc(64, 256 * sizeof(float)), b[256];
  int n = 256, j = 0, last = 0, p = 0, sum = 0;
#pragma omp simd aligned(a : 64) simdlen(4) safelen(16)
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp simd linear(j : 2) private(p) lastprivate(last)
  for (int i = 0; i < n; i++) {
    p = i;
    last = p;
    b[i] = a[i] + j;
    j += 2;
  }
#pragma omp simd reduction(+ : sum) collapse(2) nontemporal(b)
  for (int i = 0; i < 16; i++)
    for (int k = 0; k < 16; k++)
      sum += b[16 * i + k] == 3 * (16 * i + k);
#pragma omp simd if (n > 3) order(concurrent)
  for (int i = 0; i < n; i++)
    b[i] *= 2;
#pragma omp simd if (simd : n > 3)
  for (int i = 0; i < n; i++)
    b[i] /= 2;
  printf("%d %d %d %g\n", sum, j, last, b[255]);
  free(a);
  return !(sum == 256 && j == 512 && last == 255 && b[255] == 765);
}
