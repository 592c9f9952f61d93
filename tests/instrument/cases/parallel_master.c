// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int n = 0, all = 0, got = 0;
#pragma omp parallel master reduction(+ : all) num_threads(3) firstprivate(n)
  all += n + 1;
#pragma omp parallel masked filter(1) default(none) shared(got) if (parallel : all)
  got = 7;
  printf("%d %d\n", all, got);
  return 0;
}
// CHECK: #pragma omp parallel reduction(+ : all) num_threads(3) firstprivate(n) shared(tare_r0)
// CHECK-NEXT: { region_start(&tare_r0); {
// CHECK-NEXT: #pragma omp master
// CHECK-NEXT: { work_begin(&tare_m, 2u); all += n + 1; work_end(&tare_m, 2u, 1ul); } } region_finish(&tare_r0); } region_join(&tare_r0); }
// CHECK: #pragma omp parallel default(shared) shared(got) if (parallel : all) shared(tare_r1)
// CHECK-NEXT: { region_start(&tare_r1); {
// CHECK-NEXT: #pragma omp masked filter(1)
// CHECK: NODE parallel#0 {{.*}} measured
// CHECK: NODE master#0 {{.*}} [master] measured
// CHECK: NODE masked#0 {{.*}} [masked filter(1)] measured
