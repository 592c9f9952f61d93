// Serial code beside regions: calls and outermost loops, those with regions in them too.
// RUN: %case %s | %check %s
#include <stdio.h>
#include <stdlib.h>

static double a[64];
static double sum(const double *x) {
  double s = 0;
  for (int i = 0; i < 64; i++)
    s += x[i];
  return s;
}
static int steps(int n) {
  double s;
  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      a[i] += k;
    if (k > 100)
      return 1;
    s = sum(a);
    for (int i = 1; i < 64; i++)
      for (int j = 0; j < i; j++)
        a[i] += a[j] * 0.01;
    if (s < 0)
      goto out;
  }
  switch (n) {
  case 3:
    for (int i = 0; i < 64; i++)
      a[i] *= 2;
  }
  for (int i = 0; i < 64; i++) {
    if (a[i] < 0)
      goto again;
    a[i] += 1;
  again:;
  }
  int y = ({ double z = 0; abs((int)z); });
  y += abs(n);
  printf("%g %d\n", sum(a), y);
out:
  return 0;
}
int main(void) { return steps(3); }
// CHECK-NOT: serial_begin
// CHECK: static int steps(int n) {
// CHECK: { unsigned int tare_s[[L:[0-9]+]] __attribute__((cleanup(tare_left_serial))) = 1u; serial_begin(&tare_m, 1u); for (int k = 0; k < n; k++) {
// CHECK: return 1;
// CHECK-NEXT: { serial_begin(&tare_m, 4u); s = sum(a); serial_end(&tare_m, 4u, 1ul); }
// CHECK-NEXT: { serial_begin(&tare_m, 5u); for (int i = 1; i < 64; i++)
// CHECK-NEXT: for (int j = 0; j < i; j++)
// CHECK-NEXT: a[i] += a[j] * 0.01; serial_end(&tare_m, 5u, 1ul); }
// CHECK: goto out;
// CHECK-NEXT: } tare_s[[L]] = ~0u; serial_end(&tare_m, 1u, 1ul); }
// CHECK: case 3:
// CHECK-NEXT: { serial_begin({{.*}} for (int i = 0; i < 64; i++)
// CHECK: for (int i = 0; i < 64; i++) {
// CHECK-NEXT: if (a[i] < 0)
// CHECK-NEXT: goto again;
// CHECK: int y = ({ double z = 0; abs((int)z); });
// CHECK-NEXT: { serial_begin({{.*}} y += abs(n); serial_end(
// CHECK-NEXT: { serial_begin({{.*}} printf(
// CHECK: int main(void) { { unsigned int tare_s{{.*}} return steps(3); tare_s
// CHECK: NODE loop#0 line 15 [] measured ()
// CHECK: NODE parallel#0 line 16
// CHECK: NODE call#0 line 21 [sum] measured ()
// CHECK: NODE loop#2 line 22 [] measured ()
// CHECK: NODE loop#5 line 33 [] left alone (a label in it, or a computed goto)
