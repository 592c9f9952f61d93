// RUN: %case %s --flags=-fopenmp-version=52 --only=clang | %check %s
#include <stdio.h>

int main(void) {
  int b[12];
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 12; i++) {
#pragma omp ordered doacross(sink : i - 1)
    b[i] = i > 1 ? b[i - 1] + i : i;
#pragma omp ordered doacross(source :)
  }
  printf("%d\n", b[11]);
  return 0;
}
// CHECK: work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp for ordered(1)
// CHECK: { wait_begin(&tare_m, 3u);
// CHECK-NEXT: #pragma omp ordered doacross(sink : i - 1)
// CHECK-NEXT: wait_end(&tare_m, 3u); }
// CHECK: NODE parallel#0 {{.*}} measured
// CHECK: NODE for#0 {{.*}} outside (it keeps its own barrier) opaque=barrier
// CHECK: NODE ordered#0 {{.*}} measured
// CHECK: NODE ordered#1 {{.*}} left alone (it only signals)
