// RUN: %case %s | %check %s
#include <stdio.h>

static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int r = 0, n = 0;
#pragma omp parallel
  {
#pragma omp single
    {
#pragma omp taskgroup
      r = fib(10);
#pragma omp task
      {
#pragma omp critical
        n++;
      }
#pragma omp taskyield
    }
  }
  printf("%d %d\n", r, n);
  return 0;
}
// CHECK: { count(&tare_m, 1u, 1ul);
// CHECK-NEXT: #pragma omp task shared(a)
// CHECK-NEXT: a = fib(n - 1); }
// CHECK: NODE task#0 line 8 {{.*}} counted (tasks are not measured yet)
// CHECK: NODE taskwait#0 line 12 [taskwait] left alone (tasks are not measured yet)
// CHECK: NODE parallel#0 line 18 [parallel] measured () opaque=tasks
// CHECK: NODE single#0
// CHECK: NODE taskgroup#0
// CHECK: NODE task#0
// CHECK: NODE critical#0 line 26 [critical] measured
