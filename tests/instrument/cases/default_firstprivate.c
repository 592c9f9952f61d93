// clang 19 and gcc 12 know it; on a combined form it is not taken apart.
// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int n = 50, seen = 0;
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
  printf("%d\n", seen);
  return 0;
}
// CHECK: #pragma omp parallel default(firstprivate) shared(tare_m) shared(seen) shared(tare_r0)
// CHECK: region_fork(&tare_m, 3u, &tare_r{{[0-9]}}, tare_region_opaque);
// CHECK-NEXT: #pragma omp parallel for default(firstprivate) shared(seen)
// CHECK-NOT: region_start
// CHECK: region_join
// CHECK: NODE parallel#1 line 13 [{{.*}}] outside (default(private) or default(firstprivate) on a combined form)
// CHECK: NODE for#0 line 13 [{{.*}}] left alone
// CHECK: NODE atomic#0 line 15 [atomic] left alone (inside a region that is timed only from outside)
