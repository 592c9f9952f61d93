// clang 19 and gcc 12 know it; what the loop reduces into stays shared around it.
// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int n = 50, seen = 0, last = 0;
#pragma omp parallel default(firstprivate) shared(seen)
  {
    n++;
#pragma omp critical
    seen = n;
  }
#pragma omp parallel for default(firstprivate) shared(seen)
  for (int i = 0; i < n; i++)
#pragma omp atomic
    seen++;
#pragma omp parallel for default(firstprivate) reduction(+ : seen) lastprivate(last)
  for (int i = 0; i < 9; i++) {
    seen++;
    last = i;
  }
  printf("%d %d\n", seen, last);
  return 0;
}
// CHECK: #pragma omp parallel default(firstprivate) shared(tare_m) shared(seen) shared(tare_r0)
// CHECK: #pragma omp parallel default(firstprivate) shared(tare_m) shared(seen) shared(tare_r2)
// CHECK-NEXT: { region_start
// CHECK-NEXT: #pragma omp for nowait
// CHECK: #pragma omp parallel default(firstprivate) shared(tare_m) shared(last, seen) shared(tare_r{{[0-9]}})
// CHECK-NEXT: { region_start
// CHECK-NEXT: #pragma omp for reduction(+ : seen) lastprivate(last) nowait
// CHECK: NODE parallel#1 {{.*}} measured
// CHECK: NODE for#0 {{.*}} measured
// CHECK: NODE atomic#0 {{.*}} counted
