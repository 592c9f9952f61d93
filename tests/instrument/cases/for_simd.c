// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  float a[64], sum = 0;
#pragma omp parallel
#pragma omp for simd reduction(+ : sum) simdlen(4)
  for (int i = 0; i < 64; i++) {
    a[i] = i;
    sum += a[i];
  }
  printf("%g\n", sum);
  return 0;
}
// Nothing may stand inside a simd loop, not even a counter.
// CHECK: { work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp for simd reduction(+ : sum) simdlen(4) nowait
// CHECK-NEXT: for (int i = 0; i < 64; i++) {
// CHECK-NEXT: a[i] = i;
// CHECK: } work_end(&tare_m, 2u, ~0ul); barrier_arrive
// CHECK: NODE for#0 line 7 [for simd reduction(+ : sum) simdlen(4)] measured
// CHECK-NOT: iterations
