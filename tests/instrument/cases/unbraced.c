// RUN: %case %s | %check %s
#include <stdio.h>

static int where(int n) {
  int a = 0, i;
  if (n == 0)
#pragma omp parallel
#pragma omp single
    a = 1;
  else if (n == 1)
#pragma omp parallel for reduction(+ : a)
    for (i = 0; i < 9; i++)
      a += i;
  else
    for (i = 0; i < 2; i++)
#pragma omp parallel
#pragma omp critical
      a = 5;
  switch (n) {
  case 0:
#pragma omp parallel
#pragma omp master
    a += 10;
    break;
  default:
    goto out;
  }
out:
#pragma omp parallel
#pragma omp master
  a += 100;
  return a;
}

int main(void) {
  printf("%d %d %d\n", where(0), where(1), where(2));
  return 0;
}
// Every construct stays one statement.
// CHECK: if (n == 0)
// CHECK-NEXT: { struct tare_region tare_r0;
// CHECK: else if (n == 1)
// CHECK-NEXT: { struct tare_region
// CHECK: else
// CHECK: case 0:
// CHECK-NEXT: { struct tare_region
// CHECK: out:
// CHECK-NEXT: { struct tare_region
