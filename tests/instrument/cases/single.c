// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a = 0, b = 0;
#pragma omp parallel
  {
#pragma omp single
    a++;
#pragma omp single nowait
    { b++; }
  }
  printf("%d %d\n", a, b);
  return 0;
}
// CHECK: #pragma omp single nowait
// CHECK-NEXT: { work_begin(&tare_m, 2u); a++; work_end(&tare_m, 2u, 1ul); } barrier_arrive(&tare_m, 2u);
// CHECK-NEXT: #pragma omp barrier
// CHECK-NEXT: barrier_leave(&tare_m, 2u); }
// CHECK: #pragma omp single nowait
// CHECK-NEXT: { work_begin(&tare_m, 3u); { b++; } work_end(&tare_m, 3u, 1ul); }
// CHECK-NOT: barrier
// CHECK: NODE
