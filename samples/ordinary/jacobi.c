// SPDX-License-Identifier: Apache-2.0
// Temperature of a square plate with one hot edge, by Jacobi iteration with a 5-point stencil.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double sweep(int n, const double *old, double *new) {
  double change = 0;
#pragma omp parallel for reduction(max : change)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      const double *c = &old[i * n + j];
      double value = 0.25 * (c[-1] + c[1] + c[-n] + c[n]);
      double difference = fabs(value - *c);
      if (difference > change)
        change = difference;
      new[i * n + j] = value;
    }
  return change;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 600;
  double *old = calloc((size_t)n * n, sizeof *old);
  double *new = calloc((size_t)n * n, sizeof *new);
  for (int j = 0; j < n; j++)
    old[j] = new[j] = 100;

  double change = 1;
  int steps = 0;
  while (change > 1e-6 && steps < 400) {
    change = sweep(n, old, new);
    double *swap = old;
    old = new;
    new = swap;
    steps++;
  }

  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += old[i];
  printf("%d steps, change %.6f, mean %.6f\n", steps, change, sum / n / n);
  free(old);
  free(new);
  return 0;
}
