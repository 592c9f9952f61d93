// RUN: %case %s | %check %s
#include <stdio.h>

static int flags[64];

static void meet(int here) {
  if (here) {
#pragma omp barrier
  }
}

int main(void) {
  int a = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    a = 3;
#pragma omp barrier
#pragma omp atomic
    flags[a]++;
    meet(1);
  }
  printf("%d\n", flags[3]);
  return 0;
}
// CHECK: if (here) {
// CHECK-NEXT: { barrier_arrive(&tare_m, 1u);
// CHECK-NEXT: #pragma omp barrier
// CHECK-NEXT: barrier_leave(&tare_m, 1u); }
// CHECK: { barrier_arrive(&tare_m, 5u);
// CHECK-NEXT: #pragma omp barrier
// CHECK-NEXT: barrier_leave(&tare_m, 5u); }
// CHECK-NEXT: { ++tare_a4;
// CHECK-NEXT: #pragma omp atomic
