// clang may go on with an untied task on another thread; gcc never does.
// RUN: %case %s | %check %s
// RUN: %case %s --show=gcc | %check %s --check-prefix=GCC
static void work(void) {}

void tasks(void) {
#pragma omp task untied
  {
    work();
#pragma omp task
    work();
#pragma omp taskgroup
    {
#pragma omp taskyield
      work();
    }
#pragma omp taskwait
  }
#pragma omp task untied
#pragma omp critical
  {
#pragma omp taskyield
  }
}

int main(void) { return 0; }
// CHECK: { task_create(&tare_m, 1u);
// CHECK-NEXT: #pragma omp task untied
// CHECK-NEXT: { struct tare_task tare_t0; task_begin(&tare_m, 1u, &tare_t0); {
// CHECK: { task_suspend(&tare_t0);
// CHECK-NEXT: #pragma omp task
// CHECK-NEXT: { struct tare_task tare_t1; task_begin(&tare_m, 2u, &tare_t1); work(); task_end(&tare_t1); } task_resume(&tare_t0); task_create(&tare_m, 2u); task_created(&tare_m, 2u); }
// CHECK: #pragma omp taskgroup
// CHECK-NEXT: { {
// CHECK-NEXT: { task_suspend(&tare_t0);
// CHECK-NEXT: #pragma omp taskyield
// CHECK-NEXT: task_resume(&tare_t0); }
// CHECK: } task_suspend(&tare_t0); } task_resume(&tare_t0); }
// CHECK: { task_suspend(&tare_t0);
// CHECK-NEXT: #pragma omp taskwait
// CHECK-NEXT: task_resume(&tare_t0); }
// CHECK: NODE task#0 {{.*}} measured
// CHECK: NODE task#2 {{.*}} left alone (an untied task, and no probe can stand around one of its scheduling points)
// GCC-NOT: task_suspend
// GCC: NODE task#2 {{.*}} measured
