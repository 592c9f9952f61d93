// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a = 0;
#pragma omp parallel
  {
#pragma omp master
    a++;
#pragma omp masked
    a++;
  }
  printf("%d\n", a);
  return 0;
}
// CHECK: #pragma omp master
// CHECK-NEXT: { work_begin(&tare_m, 2u); a++; work_end(&tare_m, 2u, 1ul); }
// CHECK: #pragma omp masked
// CHECK-NEXT: { work_begin(&tare_m, 3u); a++; work_end(&tare_m, 3u, 1ul); }
// CHECK-NOT: barrier
// CHECK: NODE master#0 line 8 [master] measured
// CHECK: NODE masked#0 line 10 [masked] measured
