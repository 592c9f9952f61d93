// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int n = 0, m = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 8; i++) {
#pragma omp cancel for if (0)
#pragma omp atomic
      n++;
    }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancellation point sections
#pragma omp atomic
        m++;
      }
    }
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    m++;
#pragma omp cancel parallel if (0)
  }
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 8; i++) {
#pragma omp cancel for if (0)
#pragma omp atomic
    n++;
  }
  printf("%d %d\n", n, m);
  return 0;
}
// clang refuses nowait on what can be cancelled.
// CHECK-NOT: nowait
// CHECK: { struct tare_region *tare_f{{[0-9]+}} __attribute__((cleanup(tare_left_region))) = &tare_r{{[0-9]+}}; region_start
// CHECK-NOT: region_finish
// CHECK: } } region_join
// CHECK: NODE for#0 line 8 [for] outside (it can be cancelled) opaque=barrier
// CHECK: NODE cancel#0 line 10 [cancel for if{{.*}}] counted
// CHECK: NODE sections#0 line 14 [sections] outside (it can be cancelled) opaque=barrier
// CHECK: NODE section#0 {{.*}} left alone (it can be cancelled)
// CHECK: NODE parallel#1 line 24 [parallel num_threads(2)] measured () opaque=cancel
// CHECK: NODE critical#0 line 26 [critical] measured
// CHECK: NODE parallel#2 line 30 [parallel for num_threads(2)] measured
// CHECK: NODE for#1 line 30 [for] outside (it keeps its own barrier) opaque=barrier
