/* SPDX-License-Identifier: Apache-2.0
 *
 * LU2 of the OVALTINE paper: A = L U, with L lower and U upper triangular.  Row i costs i inner
 * products, so schedule(static) leaves the threads with the first rows waiting; -DLU2_BALANCED
 * deals the rows out with schedule(static, 1).  The rows are not of equal cost per product (the
 * columns of U are read with a stride), so there is no closed form of the imbalance: it is judged
 * by ablation, T_p(static) - T_p(static, 1).
 */
#include <stdio.h>
#include <stdlib.h>

#ifdef LU2_BALANCED
#define ROWS schedule(static, 1)
#else
#define ROWS schedule(static)
#endif

static void initial(double *a, double *l, double *u, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a[i * n + j] = 0.0;
      l[i * n + j] = j <= i ? 1.0 / (1.0 + i - j) : 0.0;
      u[i * n + j] = j >= i ? 1.0 / (1.0 + j - i) : 0.0;
    }
}

static void multiply(double *a, const double *l, const double *u, int n) {
  int i, j, k;
#pragma omp parallel for default(none) private(i, j, k) shared(a, l, u, n) ROWS
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j)
      for (k = 0; k <= i; ++k)
        a[i * n + j] = a[i * n + j] + l[i * n + k] * u[k * n + j];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1100;
  size_t size = (size_t)n * (size_t)n;
  double *a, *l, *u, trace = 0.0;
  if (n < 1 || n > 20000)
    return 2;
  a = malloc(size * sizeof *a);
  l = malloc(size * sizeof *l);
  u = malloc(size * sizeof *u);
  if (!a || !l || !u)
    return 1;
  initial(a, l, u, n);
  multiply(a, l, u, n);
  for (int i = 0; i < n; ++i)
    trace += a[i * n + i];
  printf("n %d trace %.12e\n", n, trace);
  free(a);
  free(l);
  free(u);
  return 0;
}
