/* SPDX-License-Identifier: Apache-2.0
 *
 * Matrix multiplication, C = A B: row by row, or with -DTILED in tiles of 64.  Its work is a cubic in
 * the rank N, which models of it are held against (bench/models_real.py).
 */
#include <stdio.h>
#include <stdlib.h>

#define TILE 64

static void initial(double *a, double *b, double *c, int n) {
  for (int i = 0; i < n * n; ++i) {
    a[i] = 1.0 / (1 + i % 7);
    b[i] = 1.0 / (1 + i % 5);
    c[i] = 0.0;
  }
}

#ifdef TILED
static int least(int a, int b) { return a < b ? a : b; }

static void multiply(double *c, const double *a, const double *b, int n) {
#pragma omp parallel for schedule(static)
  for (int ii = 0; ii < n; ii += TILE)
    for (int kk = 0; kk < n; kk += TILE)
      for (int i = ii; i < least(ii + TILE, n); ++i)
        for (int k = kk; k < least(kk + TILE, n); ++k)
          for (int j = 0; j < n; ++j)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
}
#else
static void multiply(double *c, const double *a, const double *b, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = c[i * n + j];
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
#endif

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500;
  int times = argc > 2 ? atoi(argv[2]) : 1;
  if (n < 1 || n > 20000 || times < 1)
    return 1;
  size_t size = (size_t)n * (size_t)n * sizeof(double);
  double *a = malloc(size), *b = malloc(size), *c = malloc(size), trace = 0.0;
  if (!a || !b || !c)
    return 1;
  initial(a, b, c, n);
  for (int i = 0; i < times; ++i)
    multiply(c, a, b, n);
  for (int i = 0; i < n; ++i)
    trace += c[i * n + i];
  printf("trace %.6f\n", trace);
  free(a);
  free(b);
  free(c);
  return 0;
}
