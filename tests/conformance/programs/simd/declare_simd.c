// tare: treatment: parallel for simd measured 1
// declare simd functions called from simd loops; nothing may be put into them.
#include <stdio.h>

#pragma omp declare simd uniform(k) linear(i : 1) notinbranch
#pragma omp declare simd simdlen(4) inbranch
static int add(int i, int k) { return i + k; }

#pragma omp declare simd
static float scale(float x) { return 2 * x; }

int main(void) {
  int a[128], sum = 0;
  float f[64], total = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < 128; i++) {
    a[i] = add(i, 3);
    sum += a[i];
  }
#pragma omp simd
  for (int i = 0; i < 64; i++)
    f[i] = scale(i);
  for (int i = 0; i < 64; i++)
    total += f[i];
  printf("%d %g\n", sum, total);
  return !(sum == 8128 + 384 && total == 4032);
}
