// tare: treatment: for measured 1
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 3, sum = 0;
#pragma omp parallel
#pragma omp for firstprivate(x) allocate(omp_default_mem_alloc : x) reduction(+ : sum)
  for (int i = 0; i < 20; i++)
    sum += x + i;
  printf("%d\n", sum);
  return sum != 250;
}
