// A directive that Clang does not know costs nothing but itself.
// RUN: %case %s --only=gcc --show=gcc | %check %s
#include <stdio.h>

int main(void) {
  int sum = 0;
#pragma omp invented holds(sum == 0)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    sum += i;
  printf("%d\n", sum);
  return 0;
}
// CHECK: NODE parallel#0 line 8 {{.*}} measured
// CHECK: NODE other#0 line 7 [invented holds(sum == 0)] left alone (Clang does not know this directive)
