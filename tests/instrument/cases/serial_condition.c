// A call in a condition: it ends where either branch begins, and one that is missing is made.
// RUN: %case %s | %check %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double a[64];
static int sum(const double *x) {
  double s = 0;
  for (int i = 0; i < 64; i++)
    s += x[i];
  return (int)s;
}
static int odd(int n) { return n & 1; }
static int steps(int n) {
  int met = 0;
  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      a[i] += k;
    if (sum(a) < 0)
      return 1;
    if (!odd(k))
      continue;
    if (k > 100)
      break;
    if (k > 1 && sum(a) > 64)
      met += sum(a);
    else if (odd(met))
      met++;
    else
      met--;
  }
  if (odd(n))
    if (odd(met))
      met += odd(met);
    else
      met += 2 * odd(n);
  if (sum(a) > 0)
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
      a[i] -= 1;
  if (met > 1000)
    goto past;
  if (odd(n)) {
    met += 3;
  past:
    met += 4;
  }
  switch (odd(met)) {
  case 0:;
    if (odd(n)) case 1:
      met += 5;
  }
  if (puts("steps") == EOF)
    ;
  if (strcmp("a", "b") == 0)
    met++;
  if (__builtin_expect(odd(n), 1) && abs(met) < 0)
    met = 0;
  if (({ int z = n; z; }) && odd(n))
    met++;
  if (({ if (n > 50) return 9; n; }) && odd(n))
    met++;
  printf("%d\n", met);
  return 0;
}
int main(void) {
  if (steps(5) != 0)
    exit(1);
  return 0;
}
// CHECK-NOT: serial_begin
// CHECK: static int steps(int n) {
// CHECK: { serial_begin(&tare_m, [[SUM:[0-9]+]]u); if (sum(a) < 0)
// CHECK-NEXT: { serial_end(&tare_m, [[SUM]]u, 1ul); return 1; } else { serial_end(&tare_m, [[SUM]]u, 1ul); } }
// CHECK-NEXT: { serial_begin(&tare_m, [[ODD:[0-9]+]]u); if (!odd(k))
// CHECK-NEXT: { serial_end(&tare_m, [[ODD]]u, 1ul); continue; } else { serial_end(&tare_m, [[ODD]]u, 1ul); } }
// CHECK-NEXT: {{^ *}}if (k > 100)
// CHECK-NEXT: break;
// CHECK-NEXT: { serial_begin(&tare_m, [[AND:[0-9]+]]u); if (k > 1 && sum(a) > 64)
// CHECK-NEXT: { serial_end(&tare_m, [[AND]]u, 1ul); { serial_begin({{.*}} met += sum(a); serial_end({{.*}} } }
// CHECK-NEXT: else { serial_end(&tare_m, [[AND]]u, 1ul); { serial_begin(&tare_m, [[MET:[0-9]+]]u); if (odd(met))
// CHECK-NEXT: { serial_end(&tare_m, [[MET]]u, 1ul); met++; }
// CHECK-NEXT: else
// CHECK-NEXT: { serial_end(&tare_m, [[MET]]u, 1ul); met--; } } } }
// CHECK: { serial_begin(&tare_m, [[OUTER:[0-9]+]]u); if (odd(n))
// CHECK-NEXT: { serial_end(&tare_m, [[OUTER]]u, 1ul); { serial_begin(&tare_m, [[INNER:[0-9]+]]u); if (odd(met))
// CHECK-NEXT: { serial_end(&tare_m, [[INNER]]u, 1ul); { serial_begin({{.*}} met += odd(met); serial_end({{.*}} } }
// CHECK-NEXT: else
// CHECK-NEXT: { serial_end(&tare_m, [[INNER]]u, 1ul); { serial_begin({{.*}} met += 2 * odd(n); serial_end({{.*}} } } } } else { serial_end(&tare_m, [[OUTER]]u, 1ul); } }
// CHECK-NEXT: { serial_begin({{.*}} if (sum(a) > 0)
// CHECK: #pragma omp parallel shared(tare_r
// CHECK: a[i] -= 1;
// CHECK: goto past;
// CHECK: { serial_begin({{.*}} if (odd(n)) { serial_end({{.*}} {
// CHECK: past:
// CHECK: switch (odd(met)) {
// CHECK: { serial_begin({{.*}} if (odd(n)) { serial_end({{.*}} case 1:
// CHECK: { serial_begin({{.*}} if (puts("steps") == (-1))
// CHECK: {{^ *}}if (strcmp("a", "b") == 0)
// CHECK: { serial_begin({{.*}} if (__builtin_expect(odd(n), 1) && abs(met) < 0)
// CHECK: { serial_begin({{.*}} if (({ int z = n; z; }) && odd(n))
// CHECK: {{^ *}}if (({ if (n > 50) return 9; n; }) && odd(n))
// CHECK: int main(void) {
// CHECK-NEXT: { serial_begin({{.*}} if (steps(5) != 0)
// CHECK-NEXT: { serial_end({{.*}} exit(1);
// CHECK: NODE call#{{[0-9]+}} line 21 [sum] measured ()
// CHECK: NODE call#{{[0-9]+}} line 23 [odd] measured ()
// CHECK: NODE call#{{[0-9]+}} line 27 [sum] measured ()
// CHECK: NODE call#{{[0-9]+}} line 29 [odd] measured ()
// CHECK: [odd] left alone (a return in it)
