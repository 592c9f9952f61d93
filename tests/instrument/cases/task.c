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
// CHECK: { task_create(&tare_m, 1u);
// CHECK-NEXT: #pragma omp task shared(a)
// CHECK-NEXT: { struct tare_task tare_t0; task_begin(&tare_m, 1u, &tare_t0); a = fib(n - 1); task_end(&tare_t0); } task_created(&tare_m, 1u); }
// CHECK: { task_wait_begin(&tare_m, 3u);
// CHECK-NEXT: #pragma omp taskwait
// CHECK-NEXT: task_wait_end(&tare_m, 3u); }
// CHECK: #pragma omp taskgroup
// CHECK-NEXT: { r = fib(10); task_wait_begin(&tare_m, 7u); } task_wait_end(&tare_m, 7u); }
// CHECK: NODE task#0 line 8 {{.*}} measured
// CHECK: NODE taskwait#0 line 12 [taskwait] measured
// CHECK: NODE parallel#0 line 18 [parallel] measured () {{ *$}}
// CHECK: NODE single#0
// CHECK: NODE taskgroup#0 {{.*}} measured
// CHECK: NODE task#0 {{.*}} measured
// CHECK: NODE critical#0 line 26 [critical] measured
// CHECK: NODE taskyield#0 {{.*}} measured
