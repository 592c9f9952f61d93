// tare: treatment: task measured 2
// tare: treatment: taskwait measured 1
#include <stdio.h>

static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a) firstprivate(n)
  a = fib(n - 1);
#pragma omp task shared(b)
  {
    b = fib(n - 2);
  }
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(12);
  printf("%d\n", result);
  return result != 144;
}
