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
// CHECK: NODE for#0 line 8 [for] outside (it can be cancelled) opaque=barrier
// CHECK: NODE other#0 line 10 [cancel for if{{.*}}] left alone (cancellation is not measured)
// CHECK: NODE sections#0 line 14 [sections] outside (it can be cancelled) opaque=barrier
// CHECK: NODE parallel#1 line 24 [parallel num_threads(2)] outside (it can be cancelled)
// CHECK: NODE critical#0 line 26 [critical] left alone (inside a region that is timed only from outside)
// CHECK: NODE parallel#2 line 30 [parallel for num_threads(2)] outside (it can be cancelled)
