// RUN: %case %s | %check %s
#include <omp.h>
#include <stdio.h>

int main(void) {
  int n = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
#pragma omp critical
    n++;
#pragma omp for schedule(static)
    for (int i = 0; i < 4; i++) {
#pragma omp parallel for num_threads(2) if (i > 1)
      for (int j = 0; j < 6; j++)
#pragma omp atomic
        n++;
    }
  }
  printf("%d\n", n);
  return 0;
}
// CHECK: NODE parallel#0 line 8
// CHECK: NODE parallel#1 line 10
// CHECK: NODE critical#0 line 11
// CHECK: NODE for#0 line 13
// CHECK: NODE parallel#2 line 15
// CHECK: NODE for#1 line 15
// CHECK: NODE atomic#0 line 17
