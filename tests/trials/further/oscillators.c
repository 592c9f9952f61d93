// SPDX-License-Identifier: Apache-2.0
// Follows oscillators, which do not act on each other, through many small steps of time.
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { most = 100000 };

static _Alignas(64) double place[most], speed[most], work[most];

int main(int argc, char** argv) {
  const int steps = 30000 * (argc > 1 ? atoi(argv[1]) : 1);
  const int oscillators = argc > 2 ? atoi(argv[2]) : 3200;
  const double dt = 1e-4;
  for (int i = 0; i < oscillators; ++i) {
    place[i] = 1.0 + i / (double)oscillators;
  }
#pragma omp parallel
  {
    int me = 0, all = 1;
#ifdef _OPENMP
    me = omp_get_thread_num();
    all = omp_get_num_threads();
#endif
    const int begin = oscillators * me / all, end = oscillators * (me + 1) / all;
    for (int step = 0; step < steps; ++step) {
      for (int i = begin; i < end; ++i) {
        speed[i] -= dt * place[i] * (1.0 - place[i] * place[i] / 6.0);
      }
#pragma omp barrier
      for (int i = begin; i < end; ++i) {
        place[i] += dt * speed[i];
      }
#pragma omp barrier
      for (int i = begin; i < end; ++i) {
        work[i] += dt * speed[i] * speed[i];
      }
#pragma omp barrier
    }
  }
  double sum = 0;
  for (int i = 0; i < oscillators; ++i) {
    sum += place[i] + work[i];
  }
  printf("sum of places and work: %.6f\n", sum);
  return 0;
}
