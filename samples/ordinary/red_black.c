// SPDX-License-Identifier: Apache-2.0
// Poisson's equation on a square, by Gauss-Seidel in red-black order with over-relaxation.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 560;
  int sweeps = 300;
  double h = 1.0 / (n - 1), omega = 1.9;
  double *u = calloc((size_t)n * n, sizeof *u);
  double *f = malloc((size_t)n * n * sizeof *f);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      f[i * n + j] = sin(3 * i * h) * cos(2 * j * h);

#pragma omp parallel
  for (int s = 0; s < sweeps; s++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp for
      for (int i = 1; i < n - 1; i++)
        for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) {
          double *c = &u[i * n + j];
          double mean = 0.25 * (c[-1] + c[1] + c[-n] + c[n] + h * h * f[i * n + j]);
          *c += omega * (mean - *c);
        }
    }

  double largest = 0;
#pragma omp parallel for reduction(max : largest)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      double *c = &u[i * n + j];
      double residual = fabs(c[-1] + c[1] + c[-n] + c[n] + h * h * f[i * n + j] - 4 * *c);
      if (residual > largest)
        largest = residual;
    }
  printf("middle %.9f, residual %.3e\n", u[n / 2 * n + n / 2], largest);
  free(u);
  free(f);
  return 0;
}
