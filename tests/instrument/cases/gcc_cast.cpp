// An error in meaning inside a function does not cost its constructs.
// RUN: %case %s --only=gcc --show=gcc | %check %s
#include <cstdio>
#include <cstdlib>

static double sum(void *pointer, int n) {
  double (*a)[n] = (double (*)[n])pointer;
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      total += a[i][j];
  return total;
}

int main() {
  double a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  std::printf("%g\n", sum(a, 3));
}
// CHECK: NODE for#0 line 9 {{.*}} measured
