// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp critical(name)
    a++;
#pragma omp critical
    { a++; }
  }
  printf("%d\n", a);
  return 0;
}
// CHECK: { int tare_k1 = __builtin_expect(++tare_a1 == tare_d1, 0); if (tare_k1) lock_wait_sampled(&tare_m, 2u);
// CHECK-NEXT: #pragma omp critical(name)
// CHECK-NEXT: { if (tare_k1) lock_held(&tare_m, 2u); a++; if (tare_k1) lock_release(&tare_m, 2u); } if (tare_k1) { lock_done(&tare_m, 2u); tare_d1 = tare_a1 + lock_again(&tare_m, 2u); } }
// CHECK: #pragma omp critical
// CHECK-NEXT: { if (tare_k2) lock_held(&tare_m, 3u); { a++; } if (tare_k2) lock_release(&tare_m, 3u); }
// CHECK: NODE critical#0 line 8 [critical{{ ?}}(name)] measured
