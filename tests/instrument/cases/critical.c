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
// CHECK: { lock_wait(&tare_m, 2u);
// CHECK-NEXT: #pragma omp critical(name)
// CHECK-NEXT: { lock_held(&tare_m, 2u); a++; lock_release(&tare_m, 2u); } lock_done(&tare_m, 2u); }
// CHECK: #pragma omp critical
// CHECK-NEXT: { lock_held(&tare_m, 3u); { a++; } lock_release(&tare_m, 3u); } lock_done(&tare_m, 3u); }
// CHECK: NODE critical#0 line 8 [critical{{ ?}}(name)] measured
