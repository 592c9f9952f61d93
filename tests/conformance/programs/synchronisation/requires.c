// tare: treatment: atomic counted 1
#include <stdio.h>
#pragma omp requires atomic_default_mem_order(seq_cst) dynamic_allocators

int main(void) {
  int n = 0;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
#pragma omp atomic
    n++;
  printf("%d\n", n);
  return n != 100;
}
