// tare: profiles: 0
// tare: treatment: simd left-alone 1
#include <stdio.h>

int main(void) {
  int a[100], sum = 0;
#pragma omp simd reduction(+ : sum) safelen(8)
  for (int i = 0; i < 100; i++)
    sum += a[i] = i;
  printf("%d\n", sum);
  return sum != 4950;
}
