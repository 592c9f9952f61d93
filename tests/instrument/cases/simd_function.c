// RUN: %case %s | %check %s
#include <stdio.h>

#pragma omp declare simd
static int twice(int a) {
  int r = a;
#pragma omp simd
  for (int i = 0; i < 1; i++)
    r += a;
  return r;
}

int main(void) {
  int a[8], n = 0;
#pragma omp parallel for simd
  for (int i = 0; i < 8; i++)
    a[i] = twice(i);
#pragma omp simd
  for (int i = 0; i < 8; i++) {
#pragma omp ordered simd
    n += a[i];
  }
  printf("%d\n", n);
  return 0;
}
// CHECK: NODE simd#0 line 7 [simd] left alone (inside a declare simd function)
// CHECK: NODE ordered#0 line {{.*}} left alone (inside a simd loop)
