// do { ... } while (0) of a macro is a block: what is in it is looked at as if it stood there.
// RUN: %case %s | %check %s
#include <stdio.h>

#define TIMED(call) do { marks++; call; } while (0)
#define CHECKED(call) do { if ((call) != 0) break; marks--; } while ((0))
static int marks;
static double a[64];
static void scale(double by) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i] = a[i] * by + 1;
}
static int shift(int by) {
  for (int i = 0; i < 64; i++)
    a[i] += by;
  return marks;
}
int main(void) {
  TIMED(scale(2));
  CHECKED(shift(1));
  do {
    shift(2);
  } while (marks < 0);
#pragma omp parallel
  do {
#pragma omp for
    for (int i = 0; i < 64; i++)
      a[i] += 1;
  } while (0);
  printf("%d %g\n", marks, a[7]);
}
// CHECK: int main(void) {
// CHECK-NEXT: do { marks++; { serial_begin({{.*}} scale(2); serial_end({{.*}} } while (0);
// CHECK-NEXT: do { { serial_begin({{.*}} if ((shift(1)) != 0) { serial_end({{.*}} break; } else { serial_end({{.*}} } } marks--; } while ((0));
// CHECK-NEXT: { serial_begin({{.*}} do {
// CHECK-NEXT: shift(2);
// CHECK-NEXT: } while (marks < 0); serial_end(
// CHECK-NOT: NODE loop#0 line 20
// CHECK: NODE call#0 line 20 [scale] measured ()
// CHECK-NEXT: NODE call#1 line 21 [shift] measured ()
// CHECK: NODE loop#{{[0-9]+}} line 22
