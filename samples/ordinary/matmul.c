// SPDX-License-Identifier: Apache-2.0
// Product of two dense square matrices.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 800;
  double *a = malloc((size_t)n * n * sizeof *a);
  double *b = malloc((size_t)n * n * sizeof *b);
  double *c = malloc((size_t)n * n * sizeof *c);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] = (i + 2 * j) % 17;
      b[i * n + j] = (3 * i + j) % 13;
    }

#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      c[i * n + j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  }

  double trace = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    trace += c[i * n + i];
    for (int j = 0; j < n; j++)
      sum += c[i * n + j];
  }
  printf("trace %.0f, sum %.0f\n", trace, sum);
  free(a);
  free(b);
  free(c);
  return 0;
}
