// tare: skip: clang libomp 19 crashes on untied tasks with if and final in the plain program too
// tare: treatment: task measured 2
#include <stdio.h>

static int fib(int n, int d) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task untied shared(a) if (d < 4) final(d > 6)
  a = fib(n - 1, d + 1);
#pragma omp task untied shared(b) if (d < 4) mergeable
  b = fib(n - 2, d + 1);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(11, 0);
  printf("%d\n", result);
  return result != 89;
}
