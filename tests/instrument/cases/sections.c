// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a = 0, b = 0;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      a = 1;
#pragma omp section
      {
        b = 2;
      }
    }
#pragma omp sections nowait
    {
#pragma omp section
      a += 10;
    }
  }
  printf("%d %d\n", a, b);
  return 0;
}
// CHECK: { work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp sections nowait
// CHECK-NEXT: {
// CHECK: #pragma omp section
// CHECK-NEXT: { work_begin(&tare_m, 3u); a = 1; work_end(&tare_m, 3u, 1ul); }
// CHECK: #pragma omp section
// CHECK-NEXT: { work_begin(&tare_m, 4u); {
// CHECK: } work_end(&tare_m, 4u, 1ul); }
// CHECK-NEXT: } work_end(&tare_m, 2u, ~0ul); barrier_arrive(&tare_m, 2u);
// CHECK: #pragma omp sections nowait
// CHECK-NOT: barrier_arrive
// CHECK: NODE section#2 line 19 [section] measured
