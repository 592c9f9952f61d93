// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int order = 0, b[12];
#pragma omp parallel
  {
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 10; i++)
#pragma omp ordered
      order = order * 3 % 1000 + i;
#pragma omp for ordered(1)
    for (int i = 1; i < 12; i++) {
#pragma omp ordered depend(sink : i - 1)
      b[i] = i > 1 ? b[i - 1] + i : i;
#pragma omp ordered depend(source)
    }
  }
  printf("%d %d\n", order, b[11]);
  return 0;
}
// CHECK: #pragma omp for ordered schedule(dynamic) nowait
// CHECK: ++tare_n1 == tare_x1
// CHECK: lock_wait(&tare_m, 3u);
// CHECK-NEXT: #pragma omp ordered
// CHECK-NEXT: { lock_held(&tare_m, 3u); order = {{.*}} lock_release(&tare_m, 3u); } lock_done(&tare_m, 3u);
// CHECK: barrier_arrive(&tare_m, 2u);
// CHECK: #pragma omp for ordered(1)
// CHECK-NOT: ++tare
// CHECK: wait_begin(&tare_m, 5u);
// CHECK-NEXT: #pragma omp ordered depend(sink : i - 1)
// CHECK-NEXT: wait_end(&tare_m, 5u);
// CHECK: NODE for#0 {{.*}} measured
// CHECK: NODE ordered#0 line 10 [ordered] measured
// CHECK: NODE for#1 line 12 [for ordered(1)] outside (a doacross loop keeps its own barrier)
// CHECK: NODE ordered#1 line 14 {{.*}} measured
// CHECK: NODE ordered#2 line 16 {{.*}} left alone (it only signals)
