// tare: skip: clang clang 19 compiles it to a program that hangs
// tare: treatment: task measured 3
// Untied tasks in untied tasks, with counters after the scheduling points.
#include <stdio.h>

static int n;

static int tree(int depth) {
  int left = 0, right = 0;
  if (depth == 0)
    return 1;
#pragma omp task untied shared(left)
  {
    left = tree(depth - 1);
#pragma omp taskyield
#pragma omp atomic
    n++;
  }
#pragma omp task untied shared(right)
  {
    int inner = 0;
#pragma omp task shared(inner)
    inner = tree(depth - 1);
#pragma omp taskwait
    right = inner;
#pragma omp atomic
    n++;
  }
#pragma omp taskwait
  return left + right + 1;
}

int main(void) {
  int total = 0;
#pragma omp parallel
#pragma omp single
  total = tree(5);
  printf("%d %d\n", total, n);
  return !(total == 63 && n == 62);
}
