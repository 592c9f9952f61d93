// tare: treatment: parallel measured 1
// Without OMP_CANCELLATION cancel does nothing.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int after = 0, size = 0;
#pragma omp parallel
  {
#pragma omp single
    size = omp_get_num_threads();
#pragma omp cancel parallel
#pragma omp atomic
    after++;
#pragma omp cancellation point parallel
  }
  printf("%d %d\n", omp_get_cancellation(), after == size);
  return after != size;
}
