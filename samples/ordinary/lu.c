// SPDX-License-Identifier: Apache-2.0
// Solves a dense system of linear equations: LU decomposition without pivoting, then two triangular
// solves.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void decompose(int n, double *a) {
  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
    }
  }
}

static void solve(int n, const double *lu, double *x) {
  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = k + 1; i < n; i++)
      x[i] -= lu[i * n + k] * x[k];
  }
  for (int k = n - 1; k >= 0; k--) {
    x[k] /= lu[k * n + k];
#pragma omp parallel for
    for (int i = 0; i < k; i++)
      x[i] -= lu[i * n + k] * x[k];
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  double *a = malloc((size_t)n * n * sizeof *a);
  double *x = malloc(n * sizeof *x);
  for (int i = 0; i < n; i++) {
    x[i] = i % 10;
    for (int j = 0; j < n; j++)
      a[i * n + j] = i == j ? n : sin(i + 2.0 * j);
  }

  decompose(n, a);
  solve(n, a, x);

  double norm = 0;
  for (int i = 0; i < n; i++)
    norm += x[i] * x[i];
  printf("x[0] %.9f, norm %.9f\n", x[0], sqrt(norm));
  free(a);
  free(x);
  return 0;
}
