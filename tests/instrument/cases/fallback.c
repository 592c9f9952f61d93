// The original text with a table, so that the unit is still listed.
// RUN: %case %s '--more=--fallback because' | %check %s
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel for reduction(+ : n)
  for (int i = 0; i < 4; i++)
    n++;
  printf("%d\n", n);
  return 0;
}
// CHECK: #pragma omp parallel for reduction(+ : n)
// CHECK-NEXT: for (int i = 0; i < 4; i++)
// CHECK-NEXT: n++;
// CHECK: NODE parallel#0 line 7 {{.*}} left alone (because)
// CHECK: NODE for#0 line 7 {{.*}} left alone (because)
