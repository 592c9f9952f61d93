// SPDX-License-Identifier: Apache-2.0
// Follows oscillators, which do not act on each other, through many small steps of time.
#include <stdio.h>
#include <stdlib.h>

enum { most = 100000 };

static double place[most], speed[most], work[most];

int main(int argc, char** argv) {
  const int steps = 40000 * (argc > 1 ? atoi(argv[1]) : 1);
  const int oscillators = argc > 2 ? atoi(argv[2]) : 1500;
  const double dt = 1e-4;
  for (int i = 0; i < oscillators; ++i) {
    place[i] = 1.0 + i / (double)oscillators;
  }
#pragma omp parallel
  for (int step = 0; step < steps; ++step) {
#pragma omp for schedule(static)
    for (int i = 0; i < oscillators; ++i) {
      speed[i] -= dt * place[i] / (1.0 + place[i] * place[i]);
    }
#pragma omp for schedule(static)
    for (int i = 0; i < oscillators; ++i) {
      place[i] += dt * speed[i];
    }
#pragma omp for schedule(static)
    for (int i = 0; i < oscillators; ++i) {
      work[i] += dt * speed[i] * speed[i];
    }
  }
  double sum = 0;
  for (int i = 0; i < oscillators; ++i) {
    sum += place[i] + work[i];
  }
  printf("sum of places and work: %.6f\n", sum);
  return 0;
}
