// tare: treatment: task measured 1
#include <omp.h>
#include <stdio.h>

int main(void) {
  int a[10] = {0}, x = 4, sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++)
#pragma omp task affinity(a[i]) firstprivate(x) allocate(omp_default_mem_alloc : x) shared(sum)
#pragma omp atomic
    sum += x + a[i];
  printf("%d\n", sum);
  return sum != 40;
}
