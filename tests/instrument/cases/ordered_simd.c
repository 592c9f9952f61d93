// Clang 19 does not keep the order of `ordered simd` among threads, so there is one.
// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a = 0, b[16];
#pragma omp parallel for simd ordered num_threads(1)
  for (int i = 0; i < 16; i++) {
    b[i] = i;
#pragma omp ordered simd threads
    a = a * 3 % 1000 + b[i];
  }
#pragma omp simd
  for (int i = 0; i < 16; i++) {
#pragma omp ordered simd
    a = a * 3 % 1000 + i;
  }
#pragma omp parallel for ordered
  for (int i = 0; i < 16; i++)
#pragma omp ordered threads
    a = a * 3 % 1000 + i;
  printf("%d\n", a);
  return 0;
}
// CHECK: NODE parallel#0 {{.*}} measured
// CHECK: NODE ordered#0 {{.*}} left alone (inside a simd loop)
// CHECK: NODE ordered#1 {{.*}} left alone (inside a simd loop)
// CHECK: NODE parallel#1 {{.*}} measured
// CHECK: NODE ordered#2 {{.*}} [ordered threads] measured
