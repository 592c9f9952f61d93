// Pragmas that were meant for OpenMP and that compilers ignore are listed, with their places.
// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int sum = 0;
#pragma X omp parallel for
  for (int i = 0; i < 4; i++)
    sum += i;
#pragma OMP parallel
  sum++;
#pragma omp parallel
  {
#pragma omp_critical
    { /* no critical */ }
#pragma omp single
    sum++;
  }
  printf("%d\n", sum);
  return 0;
}
// CHECK: #pragma X omp parallel for
// CHECK-NEXT: for (int i = 0;
// CHECK: NODE parallel#0 line 12 {{.*}} measured
// CHECK: NODE single#0 line 16 {{.*}} measured
// CHECK: NODE other#0 line 7 [X omp parallel for] left alone (compilers ignore it: it begins with 'X', not with 'omp')
// CHECK: NODE other#1 line 10 [OMP parallel] left alone (compilers ignore it: it begins with 'OMP', not with 'omp')
// CHECK: NODE other#2 line 14 [omp_critical] left alone
