// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[40], sum = 0;
#pragma omp parallel
  {
#pragma omp loop
    for (int i = 0; i < 40; i++)
      a[i] = i;
  }
#pragma omp parallel loop
  for (int i = 0; i < 40; i++)
    a[i]++;
#pragma omp parallel
#pragma omp for order(concurrent) reduction(+ : sum)
  for (int i = 0; i < 40; i++)
    sum += a[i];
#pragma omp simd
  for (int i = 0; i < 40; i++)
    a[i]++;
#pragma omp parallel
#pragma omp loop bind(parallel)
  for (int i = 0; i < 40; i++)
    a[i]++;
  printf("%d %d\n", sum, a[3]);
  return 0;
}
// nowait is illegal on loop, and the compiler turns it into other kinds.
// CHECK-NOT: loop nowait
// CHECK: #pragma omp for order(concurrent) reduction(+ : sum) nowait
// CHECK-NEXT: for (int i = 0; i < 40; i++)
// CHECK-NEXT: sum += a[i];
// CHECK: NODE other#0 line 8 [loop] outside (the compiler chooses what a loop directive becomes) opaque=barrier
// CHECK: NODE parallel#1 line 12 [parallel loop] outside (a combined form that is not split)
// CHECK: NODE for#0 line 16 [for order(concurrent) reduction(+ : sum)] measured
// CHECK: NODE simd#0 line 19 [simd] left alone (a simd loop is part of the work around it)
// CHECK: NODE other#1 {{.*}} [loop bind(parallel)] outside (the compiler chooses what a loop directive becomes)
