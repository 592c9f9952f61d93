// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[40], n = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(5)
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp taskloop simd
    for (int i = 0; i < 40; i++)
      a[i]++;
  }
#pragma omp parallel master taskloop reduction(+ : n)
  for (int i = 0; i < 40; i++)
    n += a[i];
  printf("%d\n", n);
  return 0;
}
// CHECK: { work_begin(&tare_m, 3u);
// CHECK-NEXT: #pragma omp taskloop grainsize(5)
// CHECK: region_fork(&tare_m, 5u, &tare_r{{[0-9]}}, tare_region_opaque);
// CHECK-NEXT: #pragma omp parallel master taskloop
// CHECK: NODE taskloop#1 line 12 [taskloop simd] outside (no probe can stand around the tasks of a loop) opaque=tasks
// CHECK: NODE parallel#1 line 16 [{{.*}}] outside (no probe can stand around the tasks of a loop) opaque=tasks
