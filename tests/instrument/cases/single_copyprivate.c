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
// nowait and copyprivate exclude each other.
// CHECK: #pragma omp single copyprivate(mine)
// CHECK-NEXT: { work_begin(&tare_m, 2u); mine = 7; work_end(&tare_m, 2u, 1ul); }
// CHECK-NOT: barrier_arrive
// CHECK: NODE single#0 line 9 [single copyprivate(mine)] outside (copyprivate needs its own barrier) opaque=barrier
