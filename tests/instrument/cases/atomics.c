// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int x = 0, v = 0, w = 0, e = 5;
#pragma omp parallel num_threads(2)
  {
#pragma omp atomic update hint(0) seq_cst
    x++;
#pragma omp atomic read acquire
    v = x;
#pragma omp atomic write release
    w = 1;
#pragma omp atomic capture
    {
      v = x;
      x += 2;
    }
#pragma omp atomic compare
    if (x < e) {
      x = e;
    }
#pragma omp flush(v, w)
#pragma omp flush acq_rel
#pragma omp flush
  }
  printf("%d %d\n", x >= 5, w);
  return 0;
}
// CHECK: unsigned long tare_a1 = 0;
// CHECK: { ++tare_a1;
// CHECK-NEXT: #pragma omp atomic update hint(0) seq_cst
// CHECK-NEXT: x++; }
// CHECK: #pragma omp atomic capture
// CHECK-NEXT: {
// CHECK-NEXT: v = x;
// CHECK-NEXT: x += 2;
// CHECK-NEXT: } }
// CHECK: #pragma omp atomic compare
// CHECK-NEXT: if (x < e) {
// CHECK-NEXT: x = e;
// CHECK-NEXT: } }
// CHECK: count(&tare_m, 2u, tare_a1);
// CHECK: NODE atomic#4 {{.*}} counted
// CHECK: NODE flush#0 {{.*}} counted
// CHECK: NODE flush#2 {{.*}} counted
