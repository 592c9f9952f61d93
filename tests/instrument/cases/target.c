// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[40], n = 0;
#pragma omp target teams distribute parallel for map(from : a)
  for (int i = 0; i < 40; i++)
    a[i] = i;
#pragma omp target map(tofrom : n)
  {
#pragma omp parallel
#pragma omp critical
    n = 1;
  }
#pragma omp teams num_teams(1)
#pragma omp parallel num_threads(2)
#pragma omp master
  n++;
  printf("%d %d\n", n, a[5]);
  return 0;
}
// CHECK: region_fork(&tare_m, 1u, &tare_r0, tare_region_opaque);
// CHECK-NEXT: #pragma omp target teams distribute parallel for map(from : a)
// CHECK-NEXT: for (int i
// CHECK-NEXT: a[i] = i; region_join(&tare_r0);
// CHECK: NODE target#0 {{.*}} outside (device constructs are not measured inside) opaque=target
// CHECK: NODE target#1
// CHECK: NODE parallel#0 line 11 [parallel] left alone (inside a target region)
// CHECK: NODE critical#0 line 12 [critical] left alone (inside a target region)
// CHECK: NODE teams#0 line 15 [teams num_teams(1)] outside (teams are not measured inside) opaque=teams
// CHECK: NODE parallel#1 line 16 [parallel num_threads(2)] left alone (inside a teams region)
