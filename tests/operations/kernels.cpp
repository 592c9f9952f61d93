// SPDX-License-Identifier: Apache-2.0
// Ten kernels, read twice: `tare nodes --operations` counts them from the source, where `real` is
// double; compiled with COUNTING, the program counts what it does itself, and prints it.
#ifdef COUNTING
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
static long adds, multiplies, divides, roots, steps;
static std::map<int, long> entered, went_round; // by line
struct real {
  double value;
  real(double value = 0) : value(value) {}
  real operator-() const { return real(-value); }
};
static real operator+(real a, real b) { return ++adds, real(a.value + b.value); }
static real operator-(real a, real b) { return ++adds, real(a.value - b.value); }
static real operator*(real a, real b) { return ++multiplies, real(a.value * b.value); }
static real operator/(real a, real b) { return ++divides, real(a.value / b.value); }
static real &operator+=(real &a, real b) { return a = a + b; }
static real &operator-=(real &a, real b) { return a = a - b; }
static real &operator/=(real &a, real b) { return a = a / b; }
static bool operator<(real a, real b) { return a.value < b.value; }
static real sqrt(real a) { return ++roots, real(std::sqrt(a.value)); }
#define ENTER ++entered[__LINE__]
#define ROUND ++went_round[__LINE__] // of a loop that does not count in equal steps
#define STEP ++steps, ROUND
#else
typedef double real;
extern "C" double sqrt(double);
#define ENTER (void)0
#define ROUND (void)0
#define STEP (void)0
#endif

void matmul(int n, const real *a, const real *b, real *c) {
#pragma omp parallel for collapse(2)
  ENTER; for (int i = 0; i < n; i++) { STEP;
    for (int j = 0; j < n; j++) { STEP;
      real sum = 0;
      for (int k = 0; k < n; k++) { STEP; sum += a[i * n + k] * b[k * n + j]; }
      c[i * n + j] = sum;
    } }
}

void lu(int n, real *a) {
  for (int k = 0; k < n; k++) { STEP;
    for (int i = k + 1; i < n; i++) { STEP;
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++) { STEP; a[i * n + j] -= a[i * n + k] * a[k * n + j]; }
    } }
}

void jacobi(int n, const real *u, real *v) {
  for (int i = 1; i < n - 1; i++) { STEP;
    for (int j = 1; j < n - 1; j++) { STEP;
      v[i * n + j] =
          0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
    } }
}

void triad(int n, real *a, const real *b, const real *c) {
  for (int i = 0; i < n; i++) { STEP; a[i] = b[i] + 3.0 * c[i]; }
}

void sparse(int n, const int *row, const int *column, const real *value, const real *x, real *y) {
  for (int i = 0; i < n; i++) { STEP;
    real sum = 0;
    ENTER; for (int k = row[i]; k < row[i + 1]; k++) { STEP; sum += value[k] * x[column[k]]; }
    y[i] = sum;
  }
}

void butterfly(int n, real *re, real *im) {
  ENTER; for (int size = 2; size <= n; size *= 2) { ROUND;
    ENTER; for (int first = 0; first < n; first += size) { ROUND;
      ENTER; for (int k = first; k < first + size / 2; k++) { STEP;
        real r = re[k] - re[k + size / 2], i = im[k] - im[k + size / 2];
        re[k] += re[k + size / 2];
        im[k] += im[k + size / 2];
        re[k + size / 2] = r;
        im[k + size / 2] = i;
      } } }
}

void histogram(int n, const real *a, int *bins) {
  for (int i = 0; i < n; i++) { STEP;
    if (a[i] < 0.5) bins[0]++;
    else bins[1]++;
  }
}

void nbody(int n, const real *x, real *f) {
  for (int i = 0; i < n; i++) { STEP;
    for (int j = 0; j < n; j++) { STEP;
      if (i == j)
        continue;
      real d = x[j] - x[i];
      f[i] += d / sqrt(d * d + 0.01);
    } }
}

void floyd(int n, real *d) {
  for (int k = 0; k < n; k++) { STEP;
    for (int i = 0; i < n; i++) { STEP;
      for (int j = 0; j < n; j++) { STEP;
        if (d[i * n + k] + d[k * n + j] < d[i * n + j])
          d[i * n + j] = d[i * n + k] + d[k * n + j];
      } } }
}

void seidel(int n, real *u) {
  for (int colour = 0; colour < 2; colour++) { STEP;
    for (int i = 1; i < n - 1; i++) { STEP;
      for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) { STEP;
        u[i * n + j] =
            (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]) / 4.0;
      } } }
}

#ifdef COUNTING
static void begin() {
  adds = multiplies = divides = roots = steps = 0;
  entered.clear();
  went_round.clear();
}

static void end(const char *name, int n) {
  std::printf("%s %d %ld %ld %ld %ld %ld", name, n, adds, multiplies, divides, roots, steps);
  for (auto [line, times] : entered)
    std::printf(" %d=%ld/%ld", line, went_round[line], times);
  for (auto [line, times] : went_round)
    std::printf(" @%d=%ld", line, times);
  std::printf("\n");
}

#define RUN(name, ...) begin(), name(n, __VA_ARGS__), end(#name, n)

int main() {
  for (int n : {0, 1, 2, 3, 8, 13}) {
    static real a[400], b[400], c[400];
    static int row[99], column[999], bins[2];
    for (int i = 0; i < 400; i++) {
      a[i] = real(1.0 + (i * 37 % 101) / 101.0);
      b[i] = real((i * 53 % 89) / 89.0);
    }
    for (int i = 0; i < n; i++) {
      row[i + 1] = row[i] + i % 4;
      column[i] = i * 7 % (n > 0 ? n : 1);
    }
    RUN(matmul, a, b, c);
    RUN(lu, a);
    RUN(jacobi, a, b);
    RUN(triad, a, b, c);
    RUN(sparse, row, column, a, b, c);
    RUN(butterfly, a, b);
    RUN(histogram, b, bins);
    RUN(nbody, a, b);
    RUN(floyd, b);
    RUN(seidel, b);
  }
}
#endif
