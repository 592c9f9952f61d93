// Serial code of functions that lead to a region by calls, and of main.
// RUN: %case %s | %check %s
#include <stdio.h>
#include <stdlib.h>

static double a[64];
static double *fresh(int n) {
  double *x = malloc((size_t)n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = i;
  return x;
}
static void relax(double *x) {
  for (int i = 1; i < 64; i++)
    x[i] += x[i - 1] / 2;
}
static void region(int k) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i] += k;
}
static int later(int n);
static int steps(int n) {
  for (int i = 0; i < 64; i++)
    a[i] = i;
  for (int k = 0; k < n; k++) {
    later(k);
    relax(a);
  }
  for (int k = 0; k < n; k++)
    relax(a);
  return n > 5 ? later(n) : 0;
}
static int later(int n) {
  double *x = fresh(64);
  region(n);
  free(x);
  return n;
}
static int at_exit(int n) {
  if (n < 0)
    return abs(n);
  return later(n);
}
int main(void) {
  double *x = fresh(64);
  int first = (int)x[1], second = abs(first);
  static int calls;
  if (calls++ > 3)
    return abs(second);
  first = steps(3);
  printf("%g %d\n", a[5] + x[2], first);
  free(x);
  for (int i = 0; i < 3; i++)
    relax(a);
  return at_exit(0);
}
// CHECK-NOT: serial_begin
// CHECK: static int steps(int n) {
// CHECK-NEXT: { serial_begin(&tare_m, [[N:[0-9]+]]u); for (int i = 0; i < 64; i++)
// CHECK-NEXT: a[i] = i; serial_end(&tare_m, [[N]]u, 1ul); }
// CHECK-NEXT: { serial_begin(&tare_m, [[N:[0-9]+]]u); for (int k = 0; k < n; k++) {
// CHECK-NEXT: { serial_begin({{.*}} later(k); serial_end({{.*}} }
// CHECK-NEXT: { serial_begin({{.*}} relax(a); serial_end({{.*}} }
// CHECK-NEXT: } serial_end(&tare_m, [[N]]u, 1ul); }
// CHECK-NEXT: { serial_begin({{.*}} for (int k = 0; k < n; k++)
// CHECK-NEXT: relax(a); serial_end(
// CHECK-NEXT: return n > 5 ? later(n) : 0;
// CHECK: static int later(int n) {
// What declares something has no braces.
// CHECK-NEXT: {{^ ?}}serial_begin(&tare_m, [[N:[0-9]+]]u); double *x = fresh(64); serial_end(&tare_m, [[N]]u, 1ul);{{ ?$}}
// CHECK-NEXT: { serial_begin({{.*}} region(n); serial_end(
// CHECK: static int at_exit(int n) {
// CHECK: { unsigned int tare_s[[S:[0-9]+]] __attribute__((cleanup(tare_left_serial))) = [[N:[0-9]+]]u; serial_begin(&tare_m, [[N]]u); return later(n); tare_s[[S]] = ~0u; serial_end(&tare_m, [[N]]u, 1ul); }
// CHECK: int main(void) {
// CHECK-NEXT: serial_begin({{.*}} double *x = fresh(64); serial_end(
// CHECK-NEXT: int first = (int)x[1], second = abs(first);
// CHECK: { serial_begin({{.*}} first = steps(3); serial_end(
// CHECK: { serial_begin({{.*}} for (int i = 0; i < 3; i++)
// CHECK-NEXT: relax(a); serial_end(
// CHECK-NEXT: { unsigned int tare_s{{.*}} return at_exit(0); tare_s
// CHECK-NOT: NODE {{.*}} line {{[89]}}
// CHECK: NODE loop#0 line 24 [] measured ()
// CHECK: NODE call#{{[0-9]+}} line 27 [later] measured ()
// CHECK: NODE call#{{[0-9]+}} line 46 [fresh] measured ()
