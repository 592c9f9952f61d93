// SPDX-License-Identifier: Apache-2.0
// Makes a set of long vectors orthonormal (Gram-Schmidt: dot products, axpy, scaling), then
// computes their sum, sum of squares, least and greatest entry.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double dot(long n, const double *x, const double *y) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static void axpy(long n, double a, const double *x, double *y) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}

static void scale(long n, double a, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    x[i] *= a;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 200000;
  int count = 24;
  double *v = malloc(count * n * sizeof *v);
  unsigned seed = 1;
  for (long i = 0; i < count * n; i++) {
    seed = seed * 1664525u + 1013904223u;
    v[i] = (seed >> 8) / 16777216.0;
  }

  for (int k = 0; k < count; k++) {
    for (int j = 0; j < k; j++)
      axpy(n, -dot(n, v + j * n, v + k * n), v + j * n, v + k * n);
    scale(n, 1 / sqrt(dot(n, v + k * n, v + k * n)), v + k * n);
  }

  double sum = 0, squares = 0, least = v[0], most = v[0];
#pragma omp parallel for reduction(+ : sum, squares) reduction(min : least) reduction(max : most)
  for (long i = 0; i < count * n; i++) {
    sum += v[i];
    squares += v[i] * v[i];
    least = v[i] < least ? v[i] : least;
    most = v[i] > most ? v[i] : most;
  }
  printf("sum %.4f, squares %.4f, from %.7f to %.7f\n", sum, squares, least, most);
  free(v);
  return 0;
}
