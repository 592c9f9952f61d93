// gcc 12 does not know them, and says nothing without -Wall.
// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[8][8], n = 0;
#pragma omp parallel
  {
#pragma omp for
#pragma omp tile sizes(4, 4)
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        a[i][j] = i;
#pragma omp for
#pragma omp unroll partial(2)
    for (int i = 0; i < 8; i++)
#pragma omp atomic
      n += a[i][i];
#pragma omp tile sizes(2)
    for (int i = 0; i < 8; i++)
#pragma omp atomic
      n++;
  }
#pragma omp unroll full
  for (int i = 0; i < 8; i++)
    n++;
#pragma omp parallel for
#pragma omp unroll partial
  for (int i = 0; i < 8; i++)
    a[i][0] = 0;
  printf("%d %d %d\n", n > 8, a[7][7], a[3][0]);
  return 0;
}
// CHECK: { work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp for nowait
// CHECK-NEXT: #pragma omp tile sizes(4, 4)
// CHECK-NEXT: for (int i
// CHECK: #pragma omp for nowait
// CHECK-NEXT: #pragma omp unroll partial(2)
// CHECK-NEXT: for (int i
// CHECK: NODE for#0 {{.*}} measured
// CHECK: NODE tile#0 {{.*}} left alone (it only transforms the loop around or below it)
// CHECK: NODE for#1 {{.*}} measured
// CHECK: NODE unroll#0 {{.*}} left alone (it only transforms the loop around or below it)
// CHECK: NODE parallel#1 {{.*}} measured
