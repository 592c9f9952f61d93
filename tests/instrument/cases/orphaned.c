// RUN: %case %s | %check %s
#include <stdio.h>

static int a[50];

static void fill(void) {
  int i;
  for (i = 0; i < 2; i++)
    ;
#pragma omp for
  for (i = 0; i < 50; i++)
    a[i] += i;
}

int main(void) {
  fill();
#pragma omp parallel
  fill();
  printf("%d\n", a[49]);
  return 0;
}
// The serial loop lies in no region's text.
// CHECK: for (i = 0; i < 2; i++)
// CHECK-NEXT: ;
// CHECK-NEXT: { unsigned long tare_n0 = 0; work_begin(&tare_m, 1u);
// CHECK: #pragma omp parallel shared([[R:tare_r[0-9]+]])
// CHECK-NEXT: { region_start(&[[R]]); fill(); region_finish(&[[R]]); } region_join(&[[R]]); }
