// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[40], sum = 0, i;
#pragma omp parallel for schedule(static, 1) num_threads(2) private(i) lastprivate(sum)
  for (i = 0; i < 40; i++) {
    a[i] = i;
    sum = i;
  }
  printf("%d %d\n", sum, a[7]);
  return 0;
}
// The region's own end is the barrier.
// CHECK: { struct tare_region tare_r0; region_fork(&tare_m, 1u, &tare_r0, 0u);
// CHECK-NEXT: #pragma omp parallel num_threads(2) shared(tare_r0)
// CHECK-NEXT: { region_start(&tare_r0); { unsigned long tare_n0 = 0; work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp for schedule(static, 1) private(i) lastprivate(sum) nowait
// CHECK-NEXT: for (i = 0; i < 40; i++) { ++tare_n0; {
// CHECK: } } work_end(&tare_m, 2u, tare_n0); } region_finish(&tare_r0); } region_join(&tare_r0); }
// CHECK-NOT: barrier
// CHECK: NODE parallel#0 line 6 [parallel for schedule(static, 1) num_threads(2) private(i) lastprivate(sum)] measured
// CHECK: NODE for#0 line 6 [for schedule(static, 1) private(i) lastprivate(sum)] measured () iterations
