// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[40], n = 0, m = 0;
#pragma omp parallel
  {
#pragma omp master taskloop num_tasks(4) nogroup
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp barrier
#pragma omp masked taskloop simd grainsize(8)
    for (int i = 0; i < 40; i++)
      a[i]++;
#pragma omp barrier
#pragma omp master taskloop simd
    for (int i = 0; i < 40; i++)
      a[i]++;
#pragma omp barrier
#pragma omp masked taskloop
    for (int i = 0; i < 40; i++)
      a[i]++;
#pragma omp barrier
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : m)
      {
#pragma omp taskloop in_reduction(+ : m) collapse(2)
        for (int i = 0; i < 4; i++)
          for (int j = 0; j < 4; j++)
#pragma omp critical
            m++;
      }
    }
  }
#pragma omp parallel masked taskloop reduction(+ : n)
  for (int i = 0; i < 40; i++)
    n += a[i];
#pragma omp parallel master taskloop simd
  for (int i = 0; i < 40; i++)
    a[i]++;
#pragma omp parallel masked taskloop simd
  for (int i = 0; i < 40; i++)
    a[i]++;
  printf("%d %d %d\n", n, m, a[3]);
  return 0;
}
// CHECK: { work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp master taskloop num_tasks(4) nogroup
// CHECK-NEXT: for (int i
// CHECK-NEXT: a[i] = i; work_end(&tare_m, 2u, ~0ul); }
// CHECK: task_wait_begin(&tare_m, [[G:[0-9]+]]u); } task_wait_end(&tare_m, [[G]]u); }
// CHECK: NODE parallel#0 line 6 [parallel] measured () opaque=tasks
// CHECK: NODE taskloop#0 {{.*}} outside (no probe can stand around the tasks of a loop) opaque=tasks
// CHECK: NODE taskloop#1 {{.*}} [masked taskloop simd grainsize(8)] outside
// CHECK: NODE taskloop#2 {{.*}} [master taskloop simd] outside
// CHECK: NODE taskloop#3 {{.*}} [masked taskloop] outside
// CHECK: NODE taskgroup#0 {{.*}} measured
// CHECK: NODE taskloop#4 {{.*}} [taskloop in_reduction(+ : m) collapse(2)] measured
// CHECK: NODE critical#0 {{.*}} measured
// CHECK: NODE parallel#1 {{.*}} outside (no probe can stand around the tasks of a loop) opaque=tasks
// CHECK: NODE parallel#2 {{.*}} [parallel master taskloop simd] outside
// CHECK: NODE parallel#3 {{.*}} [parallel masked taskloop simd] outside
