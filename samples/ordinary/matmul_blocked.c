// SPDX-License-Identifier: Apache-2.0
// Product of two dense matrices in blocks that fit into the cache.
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 64

static void multiply_block(int n, const float *a, const float *b, float *c, int rows, int inner,
                           int columns) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < inner; k++) {
      float factor = a[i * n + k];
      for (int j = 0; j < columns; j++)
        c[i * n + j] += factor * b[k * n + j];
    }
}

static int smaller(int a, int b) { return a < b ? a : b; }

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 960;
  float *a = malloc((size_t)n * n * sizeof *a);
  float *b = malloc((size_t)n * n * sizeof *b);
  float *c = malloc((size_t)n * n * sizeof *c);

#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] = (i * j) % 7;
      b[i * n + j] = (i + j) % 5;
      c[i * n + j] = 0;
    }

#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int i = 0; i < n; i += BLOCK)
    for (int j = 0; j < n; j += BLOCK)
      for (int k = 0; k < n; k += BLOCK)
        multiply_block(n, &a[i * n + k], &b[k * n + j], &c[i * n + j], smaller(BLOCK, n - i),
                       smaller(BLOCK, n - k), smaller(BLOCK, n - j));

  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n * n; i++)
    sum += c[i];
  printf("sum %.0f, last %.0f\n", sum, c[n * n - 1]);
  free(a);
  free(b);
  free(c);
  return 0;
}
