// In front of a loop stay the pragmas that are its own; others stay at the start of their block.
// RUN: %case %s | %check %s
#include <stdio.h>

static double a[10];

static void serial(void) {
#pragma STDC FP_CONTRACT OFF
  for (int i = 0; i < 10; i++)
    a[i] += i;
}

int main(void) {
#pragma STDC FP_CONTRACT OFF
  for (int i = 0; i < 3; i++)
    serial();
#pragma omp parallel
  {
#pragma STDC FP_CONTRACT ON
#pragma GCC ivdep
    for (int i = 0; i < 10; i++)
      (void)(a[i] * i);
  }
  printf("%g\n", a[3]);
  return 0;
}
// CHECK: int main(void) {
// CHECK-NEXT: #pragma STDC FP_CONTRACT OFF
// CHECK-NEXT: { serial_begin(
// CHECK: #pragma STDC FP_CONTRACT ON
// CHECK-NEXT: { unsigned long tare_n{{[0-9]+}} = 0; work_begin(
// CHECK-NEXT: #pragma GCC ivdep
// CHECK-NEXT: for (int i = 0; i < 10; i++)
// CHECK: NODE loop#0 line 15 [] measured ()
// CHECK: NODE loop#1 line 20 [] measured () iterations
