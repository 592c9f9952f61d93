// RUN: %case %s | %check %s
#include <stdio.h>

static int total;

static void inFunction(void) {
#pragma omp critical
  total++;
}

int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 100; i++) {
#pragma omp critical(sums)
    sum += i;
    inFunction();
  }
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp critical(sums)
    sum++;
  }
  printf("%d %d\n", sum, total);
  return 0;
}
// CHECK: { lock_wait(&tare_m, 1u);
// CHECK-NEXT: #pragma omp critical
// CHECK: unsigned long tare_a2 = 0; unsigned long tare_d2 = lock_first(&tare_m, 5u); work_begin(&tare_m, 4u);
// CHECK: { int tare_k2 = __builtin_expect(++tare_a2 == tare_d2, 0); if (tare_k2) lock_wait_sampled(&tare_m, 5u);
// CHECK-NEXT: #pragma omp critical(sums)
// CHECK-NEXT: { if (tare_k2) lock_held(&tare_m, 5u); sum += i; if (tare_k2) lock_release(&tare_m, 5u); } if (tare_k2) { lock_done(&tare_m, 5u); tare_d2 = tare_a2 + lock_again(&tare_m, 5u); } }
// CHECK: lock_passed(&tare_m, 5u, tare_a2, tare_d2); work_end(&tare_m, 4u, tare_n1);
// CHECK: { lock_wait(&tare_m, 8u);
// CHECK: NODE critical#0 line 7 [critical] measured
