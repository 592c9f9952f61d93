// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 8; i++)
#pragma omp task
  {
#pragma omp cancellation point taskgroup
#pragma omp critical
    n |= 1;
#pragma omp cancel taskgroup
  }
  printf("%d\n", n);
  return 0;
}
// CHECK: { tasks_create(&tare_m, 4u, tare_task_discardable);
// CHECK: { struct tare_task [[T:tare_t[0-9]+]] __attribute__((cleanup(tare_left_task))); tasks_begin(&tare_m, 4u, &[[T]], tare_task_discardable); {
// CHECK-NOT: task_end
// CHECK: } } tasks_created(&tare_m, 4u, tare_task_discardable); }
// CHECK: NODE task#0 {{.*}} measured
// CHECK: NODE cancel#0 {{.*}} [cancellation point taskgroup] counted
// CHECK: NODE cancel#1 {{.*}} [cancel taskgroup] counted
