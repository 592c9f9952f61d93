// tare: env: OMP_CANCELLATION=true
// tare: skip: clang libomp 19 hangs when a cancel follows close after a barrier
// tare: treatment: parallel measured
// Cancellation in nested constructs: a loop inside a region that is cancelled later, repeated.
#include <stdio.h>

static int total;

static int once(int stop) {
  int done = 0, n = 0;
#pragma omp parallel shared(done)
  {
#pragma omp for reduction(+ : n)
    for (int i = 0; i < 40; i++)
      n += i;
#pragma omp critical
    total++;
#pragma omp barrier
    if (stop) {
#pragma omp cancel parallel
    }
#pragma omp cancellation point parallel
#pragma omp atomic write
    done = 1;
  }
  return n + 1000 * done;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += once(i % 2);
  printf("%d %d\n", sum, total > 0);
  return sum != 7800 + 5000;
}
