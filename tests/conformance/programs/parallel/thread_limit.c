// tare: env: OMP_THREAD_LIMIT=3
// tare: treatment: parallel measured 1
// A region gets fewer threads than it asks for.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int size = 0;
#pragma omp parallel num_threads(8) reduction(+ : size)
  size++;
  printf("%d %d\n", size, omp_get_thread_limit());
  return size < 1 || size > 3;
}
