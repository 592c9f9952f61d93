// tare: treatment: cancel parallel counted 2
// tare: treatment: cancellation point parallel counted 1
// tare: env: OMP_CANCELLATION=true
// tare: treatment: parallel measured 3
// cancel parallel, with and without if; the threads leave at cancellation points and barriers.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int after = 0, runs = 0, size = 0, kept = 0;
  printf("cancellation %d\n", omp_get_cancellation());
#pragma omp parallel reduction(+ : size)
  size++;
#pragma omp parallel
  {
#pragma omp atomic
    runs++;
#pragma omp cancel parallel
#pragma omp cancellation point parallel
#pragma omp atomic
    after++;
  }
#pragma omp parallel
  {
#pragma omp cancel parallel if (size < 0)
#pragma omp barrier
#pragma omp atomic
    kept++;
  }
  printf("%d %d %d\n", runs >= 1 && runs <= size, after, kept == size);
  return !(runs <= size && after == 0 && kept == size);
}
