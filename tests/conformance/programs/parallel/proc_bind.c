// tare: treatment: parallel measured 4
#include <omp.h>
#include <stdio.h>

int main(void) {
  int n = 0, size = 0;
#pragma omp parallel proc_bind(close) reduction(+ : n)
  n++;
#pragma omp parallel proc_bind(spread) reduction(+ : n)
  n++;
#pragma omp parallel proc_bind(master) reduction(+ : n)
  n++;
#pragma omp parallel
#pragma omp single
  size = omp_get_num_threads();
  printf("%d\n", n == 3 * size);
  return n != 3 * size;
}
