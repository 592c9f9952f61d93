// tare: treatment: taskloop simd outside 2
#include <stdio.h>

int main(void) {
  int a[128], sum = 0, bad = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop simd grainsize(16) simdlen(4)
    for (int i = 0; i < 128; i++)
      a[i] = 3 * i;
#pragma omp taskloop simd reduction(+ : sum) num_tasks(3)
    for (int i = 0; i < 128; i++)
      sum += a[i];
  }
  for (int i = 0; i < 128; i++)
    bad += a[i] != 3 * i;
  printf("%d %d\n", sum, bad);
  return sum != 24384 || bad;
}
