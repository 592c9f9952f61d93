// Clang 19 parses scope and cannot compile it.
// RUN: %case %s --cannot=clang --show=gcc | %check %s
#include <stdio.h>

int main(void) {
  int n = 0, m = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp scope reduction(+ : n)
    {
      n++;
#pragma omp single nowait
      m++;
    }
#pragma omp scope nowait
    n += 0;
  }
  printf("%d %d\n", n, m);
  return 0;
}
// CHECK: #pragma omp scope reduction(+ : n) nowait
// CHECK: } barrier_arrive(&tare_m, [[S:[0-9]+]]u);
// CHECK-NEXT: #pragma omp barrier
// CHECK-NEXT: barrier_leave(&tare_m, [[S]]u); }
// CHECK: #pragma omp scope nowait
// CHECK-NEXT: n += 0;
// CHECK: NODE scope#0 {{.*}} measured
// CHECK: NODE single#0 {{.*}} measured
// CHECK: NODE scope#1 {{.*}} measured
