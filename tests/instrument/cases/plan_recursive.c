// A task outside the text of a region may run in any: then all tasks of the unit are left out.
// PLAN: tare-plan 1
// PLAN: leave-out plan_recursive.c#fib#task#0 28 ns a task
// PLAN: leave-out plan_recursive.c#fib#taskwait#0 short
// RUN: sed -n 's,^// PLAN: ,,p' %s > %t.plan
// RUN: %case %s '--more=--plan %t.plan' | %check %s
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
  int r = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task shared(r)
  r = fib(12);
  printf("%d\n", r);
  return 0;
}
// CHECK: return n;
// CHECK-NEXT: #pragma omp task shared(a)
// CHECK-NEXT: a = fib(n - 1);
// CHECK-NEXT: #pragma omp task shared(b)
// CHECK-NEXT: b = fib(n - 2);
// CHECK-NEXT: #pragma omp taskwait
// CHECK-NEXT: return a + b;
// CHECK: NODE task#0 {{.*}} left out by the plan (28 ns a task)
// CHECK: NODE task#1 {{.*}} left out by the plan (tasks outside the text of a region are left out)
// CHECK: NODE taskwait#0 {{.*}} left out by the plan (short)
// CHECK: NODE parallel#0 {{.*}} opaque=tasks
// CHECK: NODE task#0 {{.*}} left out by the plan (tasks outside the text of a region are left out)
