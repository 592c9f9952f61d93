// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel for collapse(3) reduction(+ : n)
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      for (int k = 0; k < 5; k++)
        n += i + j + k;
    }
  printf("%d\n", n);
  return 0;
}
// Nothing stands between the loops of the nest.
// CHECK: #pragma omp for collapse(3) reduction(+ : n) nowait
// CHECK-NEXT: for (int i = 0; i < 3; i++)
// CHECK-NEXT: for (int j = 0; j < 4; j++) {
// CHECK-NEXT: for (int k = 0; k < 5; k++)
// CHECK-NEXT: { ++tare_n0; n += i + j + k; }
