// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a = 0, b = 0;
#pragma omp parallel sections num_threads(2) lastprivate(b)
  {
    a = 1;
#pragma omp section
    b = 2;
  }
  printf("%d %d\n", a, b);
  return 0;
}
// The first section is not spelled, and must stay one statement.
// CHECK: #pragma omp parallel num_threads(2) shared(tare_r0)
// CHECK-NEXT: { region_start(&tare_r0); { work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp sections lastprivate(b) nowait
// CHECK-NEXT: {
// CHECK-NEXT: { work_begin(&tare_m, 3u); a = 1; work_end(&tare_m, 3u, 1ul); }
// CHECK: NODE sections#0 line 6 [sections lastprivate(b)] measured
// CHECK: NODE section#0 line 8 [section] measured
// CHECK: NODE section#1 line 9 [section] measured
