// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int members = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    members++;
  }
  printf("%d\n", members);
  return 0;
}
// CHECK: { struct tare_region tare_r0; region_fork(&tare_m, 1u, &tare_r0, 0u);
// CHECK-NEXT: #pragma omp parallel num_threads(3) shared(tare_r0)
// CHECK-NEXT: { region_start(&tare_r0); unsigned long tare_a1 = 0; {
// CHECK-NEXT: { ++tare_a1;
// CHECK-NEXT: #pragma omp atomic
// CHECK-NEXT: members++; }
// CHECK-NEXT: } count(&tare_m, 2u, tare_a1); region_finish(&tare_r0); } region_join(&tare_r0); }
// CHECK: NODE parallel#0 line 6 [parallel num_threads(3)] measured
// CHECK: NODE atomic#0 line 8 [atomic] counted
