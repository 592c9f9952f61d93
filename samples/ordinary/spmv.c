// SPDX-License-Identifier: Apache-2.0
// Largest eigenvalue of a sparse matrix by power iteration. The matrix is in CSR form, and its
// first rows have many more entries than the others.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int rows, *start, *column;
  double *value;
} Matrix;

static Matrix make_matrix(int rows) {
  Matrix m = {rows, malloc((rows + 1) * sizeof(int)), NULL, NULL};
  m.start[0] = 0;
  for (int i = 0; i < rows; i++)
    m.start[i + 1] = m.start[i] + 5 + (int)(10 * sqrt(rows / (i + 1.0)));
  m.column = malloc(m.start[rows] * sizeof(int));
  m.value = malloc(m.start[rows] * sizeof(double));
  unsigned seed = 5;
  for (int k = 0; k < m.start[rows]; k++) {
    seed = seed * 1664525u + 1013904223u;
    m.column[k] = (seed >> 4) % rows;
    m.value[k] = 1.0 + (seed >> 24) / 256.0;
  }
  return m;
}

static void multiply(const Matrix *m, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < m->rows; i++) {
    double sum = 0;
    for (int k = m->start[i]; k < m->start[i + 1]; k++)
      sum += m->value[k] * x[m->column[k]];
    y[i] = sum;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100000;
  Matrix m = make_matrix(n);
  double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), norm = 0;
  for (int i = 0; i < n; i++)
    x[i] = 1 / sqrt(n);
  for (int step = 0; step < 50; step++) {
    multiply(&m, x, y);
    norm = 0;
#pragma omp parallel for reduction(+ : norm)
    for (int i = 0; i < n; i++)
      norm += y[i] * y[i];
    norm = sqrt(norm);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = y[i] / norm;
  }
  printf("%d entries, eigenvalue %.6f\n", m.start[n], norm);
  return 0;
}
