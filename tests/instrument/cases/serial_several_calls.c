// Serial code: several variables that one statement declares, and statements that compute with what
// several calls return, are one node each.
// RUN: %case %s | %check %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double *made(int n) {
  double *p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++)
    p[i] = i;
  return p;
}
static double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
static double last(int n) {
  double *x = made(n);
  return sum(x, n) + sum(x, 1);
}
int main(void) {
  double *a = made(64), *b = made(64), c[2] = {0, 1};
  int n = 64, m = n + 1;
  static double *kept, other;
  double u = sum(a, n) + sum(b, n), v = sqrt(u) + 1;
  v = 2 * sqrt(u);
  v += c[1] * (sum(a, n) - sum(b, 2));
  u = m > 3 ? sum(a, 3) : sum(b, 4);
  u += ({ double z = sum(a, 3); z; }) + 1;
  size_t bytes = sizeof(sum(a, 3)) + 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += u;
  if (sum(a, n) < 0)
    kept = a;
  switch (n) {
  case 64:;
    other = sum(a, n) + sum(b, n);
  }
  printf("%g %g %d %g\n", u, v, (int)bytes, other + last(3));
  return kept ? 1 : (int)sum(b, 1);
}
// CHECK-NOT: serial_begin
// CHECK: static double last(int n) {
// CHECK-NEXT: double *x = made(n);
// CHECK-NEXT: return sum(x, n) + sum(x, 1);
// CHECK: int main(void) {
// CHECK-NEXT: {{^ *}}serial_begin(&tare_m, [[A:[0-9]+u]]); double *a = made(64), *b = made(64), c[2] = {0, 1}; serial_end(&tare_m, [[A]], 1ul);
// CHECK-NEXT: {{^ *}}int n = 64, m = n + 1;
// CHECK-NEXT: {{^ *}}static double *kept, other;
// CHECK-NEXT: {{^ *}}serial_begin({{.*}} double u = sum(a, n) + sum(b, n), v = {{.*}}; serial_end(
// CHECK-NEXT: {{^ *}}v = 2 * sqrt(u);
// CHECK-NEXT: { serial_begin({{.*}} v += c[1] * (sum(a, n) - sum(b, 2)); serial_end({{.*}} }
// CHECK-NEXT: { serial_begin({{.*}} u = m > 3 ? sum(a, 3) : sum(b, 4); serial_end({{.*}} }
// CHECK-NEXT: {{^ *}}u += ({ double z = sum(a, 3); z; }) + 1;
// CHECK-NEXT: {{^ *}}size_t bytes = sizeof(sum(a, 3)) + 1;
// CHECK: { serial_begin({{.*}} if (sum(a, n) < 0)
// CHECK-NEXT: { serial_end({{.*}} kept = a; } else { serial_end({{.*}} } }
// CHECK: case 64:;
// CHECK-NEXT: { serial_begin({{.*}} other = sum(a, n) + sum(b, n); serial_end({{.*}} }
// CHECK-NEXT: }
// CHECK-NEXT: { serial_begin({{.*}} printf(
// CHECK-NEXT: { {{.*}}cleanup(tare_left_serial){{.*}} return kept ? 1 : (int)sum(b, 1);
// CHECK: NODE call#{{[0-9]+}} line {{[0-9]+}} [made] measured ()
// CHECK-NEXT: NODE call#{{[0-9]+}} line {{[0-9]+}} [sum] measured ()
