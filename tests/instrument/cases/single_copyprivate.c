// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int sum = 0;
#pragma omp parallel reduction(+ : sum) num_threads(3)
  {
    int mine = 0;
#pragma omp single copyprivate(mine)
    mine = 7;
    sum += mine;
  }
  printf("%d\n", sum);
  return 0;
}
// nowait and copyprivate exclude each other, so one thread runs the body while it waits.
// CHECK: { barrier_arrive(&tare_m, 2u);
// CHECK-NEXT: #pragma omp single copyprivate(mine)
// CHECK-NEXT: { work_begin(&tare_m, 2u); mine = 7; work_end(&tare_m, 2u, 1ul); } barrier_leave(&tare_m, 2u); }
// CHECK: NODE single#0 line 9 [single copyprivate(mine)] measured
