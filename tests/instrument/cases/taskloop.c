// RUN: %case %s | %check %s
#include <stdio.h>

void __attribute__((noinline)) work(int *x) { *x += 1; }

int main(void) {
  int a[40], n = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(5)
    for (int i = 0; i < 40; i++)
      a[i] = i;
#pragma omp taskloop shared(n) collapse(2)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        work(&a[i * 4 + j]);
#pragma omp taskloop nogroup default(none) shared(a)
    for (int i = 0; i < 40; i++) {
      if (i % 2)
        continue;
      work(&a[i]);
    }
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
// CHECK: {
// CHECK-NEXT: #pragma omp taskgroup
// CHECK-NEXT: { tasks_create(&tare_m, [[L:[0-9]+]]u, tare_task_chunk);
// CHECK-NEXT: #pragma omp taskloop shared(n) collapse(2) nogroup
// CHECK: for (int j = 0; j < 4; j++)
// CHECK-NEXT: { struct tare_task [[T:tare_t[0-9]+]] __attribute__((cleanup(tare_left_task))); tasks_begin(&tare_m, [[L]]u, &[[T]], tare_task_chunk); work(&a[i * 4 + j]); } tasks_created(&tare_m, [[L]]u, tare_task_chunk); task_wait_begin(&tare_m, [[L]]u); } task_wait_end(&tare_m, [[L]]u); }
// CHECK: { tasks_create(&tare_m, [[N:[0-9]+]]u, tare_task_chunk);
// CHECK-NEXT: #pragma omp taskloop nogroup default(shared) shared(a)
// CHECK: tasks_created(&tare_m, [[N]]u, tare_task_chunk); }
// CHECK: region_fork(&tare_m, {{[0-9]+}}u, &tare_r{{[0-9]}}, tare_region_opaque);
// CHECK-NEXT: #pragma omp parallel master taskloop
// CHECK: NODE taskloop#0 {{.*}} [taskloop grainsize(5)] outside (no probe can stand around its tasks, and its iterations are too short for one) opaque=tasks
// CHECK: NODE taskloop#1 {{.*}} measured
// CHECK: NODE taskloop#2 {{.*}} measured
// CHECK: NODE taskloop#3 {{.*}} [taskloop simd] outside (no probe can stand around the tasks of a loop) opaque=tasks
// CHECK: NODE parallel#1 {{.*}} [{{.*}}] outside (no probe can stand around the tasks of a loop) opaque=tasks
