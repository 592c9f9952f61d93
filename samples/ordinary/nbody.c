// SPDX-License-Identifier: Apache-2.0
// Motion of stars that attract each other: all pairs in every time step.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double x[3], v[3], a[3], mass;
} Star;

static void accelerations(int n, Star *stars) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    double a[3] = {0, 0, 0};
    for (int j = 0; j < n; j++) {
      double d[3], square = 0.01;
      for (int k = 0; k < 3; k++) {
        d[k] = stars[j].x[k] - stars[i].x[k];
        square += d[k] * d[k];
      }
      double pull = stars[j].mass / (square * sqrt(square));
      for (int k = 0; k < 3; k++)
        a[k] += pull * d[k];
    }
    for (int k = 0; k < 3; k++)
      stars[i].a[k] = a[k];
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000;
  double dt = 0.001;
  Star *stars = calloc(n, sizeof *stars);
  unsigned seed = 42;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      seed = seed * 1664525u + 1013904223u;
      stars[i].x[k] = (seed >> 8) / 8388608.0 - 1;
    }
    stars[i].mass = 1.0 / n;
  }

  for (int step = 0; step < 10; step++) {
    accelerations(n, stars);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++) {
        stars[i].v[k] += dt * stars[i].a[k];
        stars[i].x[k] += dt * stars[i].v[k];
      }
  }

  double energy = 0;
#pragma omp parallel for reduction(+ : energy)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      energy += 0.5 * stars[i].mass * stars[i].v[k] * stars[i].v[k];
  printf("kinetic energy %.6e, first star at %.9f\n", energy, stars[0].x[0]);
  free(stars);
  return 0;
}
