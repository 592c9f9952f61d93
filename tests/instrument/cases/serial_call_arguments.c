// A library's function that is called with what the user's return: those are named as well.
// RUN: %case %s | %check %s
#include <math.h>
#include <stdio.h>

static double a[64];
static int is_sorted(const double *x, int n) {
  for (int i = 1; i < n; i++)
    if (x[i - 1] > x[i])
      return 0;
  return 1;
}
static double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
static double twice(double x) { return 2 * x; }
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i] += i;
  printf("Sorted: %s\n", is_sorted(a, 64) ? "yes" : "no");
  printf("%g %g %g\n", sum(a, 64), sqrt(sum(a, 32)), twice(3));
  printf("%g %d\n", sqrt(4.0), (int)sizeof(is_sorted(a, 1)));
  twice(sum(a, 64));
  return 0;
}
// CHECK: NODE call#{{[0-9]+}} line 24 [printf, is_sorted] measured ()
// CHECK: NODE call#{{[0-9]+}} line 25 [printf, sum, twice] measured ()
// CHECK: NODE call#{{[0-9]+}} line 26 [printf] measured ()
// CHECK: NODE call#{{[0-9]+}} line 27 [twice, sum] measured ()
