// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[30], b[30], sum = 0;
#pragma omp parallel
  {
#pragma omp for nowait schedule(static)
    for (int i = 0; i < 30; i++)
      a[i] = i;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 30; i++)
      b[i] = a[i];
#pragma omp for
    for (int i = 0; i < 30; i++)
#pragma omp atomic
      sum += b[i];
  }
  printf("%d\n", sum);
  return 0;
}
// A nowait of the program's own stays without a barrier; none is added twice.
// CHECK: #pragma omp for nowait schedule(static)
// CHECK-NEXT: for (int i = 0; i < 30; i++)
// CHECK-NEXT: { ++tare_n1; a[i] = i; } work_end(&tare_m, 2u, tare_n1); }
// CHECK: #pragma omp for schedule(static) nowait
// CHECK-NEXT: for
// CHECK: #pragma omp for nowait
// CHECK: work_end(&tare_m, 4u, tare_n3); barrier_arrive(&tare_m, 4u);
// CHECK-NEXT: #pragma omp barrier
// CHECK-NEXT: barrier_leave(&tare_m, 4u); }
