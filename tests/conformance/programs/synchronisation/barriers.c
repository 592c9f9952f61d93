// tare: treatment: barrier measured 4
// Phases separated by barriers; barriers in a loop, in a branch that all take, in a function.
#include <omp.h>
#include <stdio.h>

static void meet(void) {
#pragma omp barrier
}

int main(void) {
  static int a[64], b[64], bad;
#pragma omp parallel
  {
    int self = omp_get_thread_num(), size = omp_get_num_threads();
    for (int round = 1; round <= 20; round++) {
      a[self] = round;
#pragma omp barrier
      for (int t = 0; t < size; t++)
        if (a[t] != round) {
#pragma omp atomic
          bad++;
        }
      meet();
    }
    if (size > 0) {
#pragma omp barrier
    }
    b[self] = 1;
#pragma omp barrier
    if (b[(self + 1) % size] != 1) {
#pragma omp atomic
      bad++;
    }
  }
  printf("%d\n", bad);
  return bad != 0;
}
