// main has serial code in every unit that is read. What other units define may lead to regions, so
// its loops that call such functions are looked into.
// RUN: %case %s | %check %s
#include <stdio.h>
#include <math.h>

int elsewhere(int k) __attribute__((weak));
static int count;
static void add(int n) {
#pragma omp critical
  count += n;
}
static void run(void) {
  for (int k = 0; k < 3; k++)
    if (elsewhere)
      elsewhere(k);
}
int main(void) {
  double sum = 0;
  for (int k = 0; k < 3; k++)
    if (elsewhere)
      count += elsewhere(k);
  for (int k = 0; k < 3; k++)
    sum += sqrt(k);
  run();
  add(1);
  printf("%d %g\n", count, sum);
  return 0;
}
// CHECK-NOT: serial_begin
// CHECK: int main(void) {
// CHECK-NEXT: double sum = 0;
// CHECK-NEXT: { serial_begin({{.*}} for (int k = 0; k < 3; k++)
// CHECK-NEXT: if (elsewhere)
// CHECK-NEXT: { serial_begin({{.*}} count += elsewhere(k); serial_end({{.*}} } serial_end({{.*}} }
// CHECK-NEXT: { serial_begin({{.*}} for (int k = 0; k < 3; k++)
// CHECK-NEXT: sum += sqrt(k); serial_end({{.*}} }
// CHECK-NEXT: { serial_begin({{.*}} run(); serial_end(
// CHECK-NEXT: { serial_begin({{.*}} add(1); serial_end(
