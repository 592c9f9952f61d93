/* Calls of kernels in every place that C has for them. */
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double re, im;
} complex_pair;
struct shape {
  const int n;
  char name[12];
};
enum colour { red, green };
union either {
  int i;
  float f;
};

static int steps;
static int step(void) { return ++steps; }

static int add(int a, int b) { return a + b; }
static double norm(int n, int m, double a[n][m]) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      s += a[i][j];
  return s;
}
static complex_pair turn(complex_pair z, struct shape s, enum colour c, union either e) {
  complex_pair r = {-z.im * s.n + c, z.re + e.i};
  return r;
}
static double apply(double (*f)(double), const double *restrict x, unsigned char k) { return f(*x) + k; }
static double twice(double x) { return 2 * x; }
static const char *name(void) { return "none"; }
static void nothing(void) { ++steps; }
static int count_down(int n) { return n > 0 ? 1 + count_down(n - 1) : 0; }
static int (*chosen(int which))(int, int) { return which ? add : add; }

__attribute__((noinline)) static int
attributed(int x) {
  return add(x, 1) + add(x, 2);
}

#pragma omp declare simd
static int lanes(int x) { return x + 1; }

#pragma omp declare simd notinbranch
static int uses_lanes(int x) {
  return lanes(x) + add(x, x);
}

int main(void) {
  double a[3][4];
  int i, sum = 0;
  for (i = 0; i < 12; ++i)
    a[i / 4][i % 4] = i;
  for (i = 0; i < add(3, 4); ++i)
    sum += add(step(), add(i, 1)) * (add(i, i) > 3 ? add(1, 1) : add(2, 2));
  while (add(sum, 0) < 1000)
    sum = add(sum, 100), nothing();
  complex_pair z = turn((complex_pair){1, 2}, (struct shape){3, "three"}, green, (union either){.i = 4});
  double x = 1.5;
  printf("%d %d %g %g %g %g\n", sum, steps, norm(3, 4, a), z.re, z.im, apply(twice, &x, 'a'));
  printf("%s %d %d %d %d\n", name(), count_down(5), chosen(1)(2, 3), attributed(4), uses_lanes(6));
  printf("%d %d\n", other_file(7), in_header(8));
  int t = 0;
#pragma omp parallel for reduction(+ : t)
  for (i = 0; i < 10; ++i)
    t += add(i, 1);
  printf("%d %zu\n", t, sizeof(add(1, 2)));
  return add(0, 0);
}
