// With one task all of its region are left out, and what lies inside them; another region keeps its
// own.
// PLAN: tare-plan 1
// PLAN: leave-out plan_tasks.c#main#task#0 28 ns a task
// RUN: sed -n 's,^// PLAN: ,,p' %s > %t.plan
// RUN: %case %s '--more=--plan %t.plan' | %check %s
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(n)
    {
#pragma omp critical
      n++;
    }
#pragma omp taskwait
#pragma omp task untied
    {
#pragma omp taskyield
    }
#pragma omp taskloop
    for (int i = 0; i < 3; i++)
      printf("%s", "");
  }
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(n)
    n++;
  }
  printf("%d\n", n);
  return 0;
}
// CHECK: #pragma omp single nowait
// CHECK-NOT: task_create
// CHECK-NOT: lock_wait
// CHECK: { task_wait_begin
// CHECK-NEXT: #pragma omp taskwait
// CHECK-NOT: task_suspend
// CHECK: #pragma omp taskloop{{$}}
// CHECK: #pragma omp parallel
// CHECK: { task_create
// CHECK: NODE parallel#0 {{.*}} measured () opaque=tasks
// CHECK: NODE single#0 {{.*}} measured () opaque=left out
// CHECK: NODE task#0 {{.*}} left out by the plan (28 ns a task)
// CHECK: NODE critical#0 {{.*}} left out by the plan (it lies inside a task that is left out)
// CHECK: NODE taskwait#0 {{.*}} measured
// CHECK: NODE task#1 {{.*}} left out by the plan (other tasks of its region are left out)
// CHECK: NODE taskyield#0 {{.*}} left out by the plan (it lies inside a task that is left out)
// CHECK: NODE taskloop#0 {{.*}} left out by the plan (other tasks of its region are left out)
// CHECK: NODE parallel#1 {{.*}} measured () {{ *$}}
// CHECK: NODE task#2 {{.*}} measured
