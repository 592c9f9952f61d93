// Of a combined region the plan leaves the worksharing half out: the region is split all the same.
// PLAN: tare-plan 1
// PLAN: leave-out plan_combined.c#main#for#0 short
// PLAN: leave-out plan_combined.c#main#sections#0 short
// PLAN: leave-out plan_combined.c#main#master#0 short
// RUN: sed -n 's,^// PLAN: ,,p' %s > %t.plan
// RUN: %case %s '--more=--plan %t.plan' | %check %s
#include <stdio.h>

int main(void) {
  int n = 0, a[64];
#pragma omp parallel for default(none) shared(a) reduction(+ : n) schedule(dynamic)
  for (int i = 0; i < 64; i++) {
    a[i] = i;
    n += a[i];
  }
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    n++;
  }
#pragma omp parallel master
  n++;
  printf("%d\n", n);
  return 0;
}
// CHECK: #pragma omp parallel default(shared) shared(a) shared(tare_r0)
// CHECK-NEXT: { region_start(&tare_r0); {
// CHECK-NEXT: #pragma omp for reduction(+ : n) schedule(dynamic) nowait
// CHECK-NEXT: for (int i = 0; i < 64; i++) {
// CHECK-NEXT: a[i] = i;
// CHECK: } region_finish(&tare_r0); } region_join(&tare_r0); }
// CHECK: #pragma omp sections nowait
// CHECK: work_begin
// CHECK-NEXT: } region_finish
// CHECK: #pragma omp master
// CHECK-NEXT: n++; } region_finish
// CHECK: NODE parallel#0 {{.*}} measured () opaque=left out
// CHECK: NODE for#0 {{.*}} left out by the plan (short)
// CHECK: NODE parallel#1 {{.*}} measured () opaque=left out
// CHECK: NODE sections#0 {{.*}} left out by the plan (short)
// CHECK: NODE section#0 {{.*}} measured
// CHECK: NODE parallel#2 {{.*}} measured () opaque=left out
// CHECK: NODE master#0 {{.*}} left out by the plan (short)
