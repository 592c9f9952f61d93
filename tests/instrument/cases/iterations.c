// Single iterations are sampled where the body keeps the compiler from making vectors anyway.
// RUN: %case %s --flags=-std=c99 | %check %s
#include <stdio.h>

static double sum(const double *a, int n) {
  double s = 0;
  for (int k = 0; k < n; k++)
    s += a[k];
  return s;
}
static double twice(double x) { return x + x; }
static double all(const double *a) { return sum(a, 40); }

int main(void) {
  double a[40] = {0}, b[40] = {0}, (*f)(double) = twice;
  int i;
#pragma omp parallel for private(i) schedule(dynamic, 1)
  for (i = 0; i < 40; i++)
    for (int j = 0; j < i; j++)
      a[i] += j;
#pragma omp parallel default(none) shared(a, b)
#pragma omp for collapse(2)
  for (int j = 0; j < 8; j++)
    for (int k = 0; k < 5; k++) {
      if (k == 2)
        continue;
      b[j * 5 + k] = sum(a, j);
    }
#pragma omp parallel for
  for (double *p = b; p < b + 40; p++)
    *p = f(*p);
#pragma omp parallel for
  for (int k = 0; k < 40; k++)
    a[k] = twice(a[k]);
#pragma omp parallel for schedule(monotonic : dynamic)
  for (int k = 0; k < 40; k++)
    a[k] = twice(a[k]);
#pragma omp parallel for schedule(dynamic, 2)
  for (int k = 0; k < 40; k++)
    for (int m = 0; m < 3; m++)
      a[k] += m;
#pragma omp parallel for
  for (unsigned long k = 0; k < 40; k++) {
    if (k % 7 == 3)
      goto next;
    for (unsigned long m = 0; m < k; m++)
      b[k] += a[m];
  next:;
  }
#pragma omp parallel for
  for (int k = 0; k < 40; k++)
    b[k] += all(a);
  printf("%g %g\n", sum(a, 40), sum(b, 40));
  return 0;
}
// What the runtime keeps lies in memory; whatever each iteration needs need not.
// CHECK: { struct tare_iterations tare_i0 = {{[{][{]}}0}}; unsigned long tare_n0 = 0, tare_x0 = 1, tare_e0 = 0;
// CHECK-SAME: __typeof__(iteration_begin) tare_b0 __attribute__((__pure__)) = iteration_begin;
// CHECK-SAME: __typeof__(iteration_end) tare_f0 __attribute__((__pure__)) = iteration_end;
// CHECK-SAME: __asm__ __volatile__("" : "+m"(tare_i0)); work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp for private(i) schedule(dynamic, 1) nowait
// CHECK-NEXT: for (i = 0; i < 40; i++)
// CHECK-NEXT: { if (__builtin_expect(++tare_n0 == tare_x0, 0)) { tare_x0 = tare_b0(&tare_m, 2u, &tare_i0, tare_n0, (long)(i)); tare_e0 = tare_x0 & 1; tare_x0 >>= 1; } for (int j = 0; j < i; j++)
// CHECK-NEXT: a[i] += j; if (__builtin_expect(tare_e0 != 0, 0)) { tare_x0 = tare_f0(&tare_i0, tare_n0); tare_e0 = 0; } }
// CHECK-SAME: __asm__ __volatile__("" : : "r"(tare_x0), "m"(tare_i0)); work_end(&tare_m, 2u, tare_n0);
// A continue has to pass the end.
// CHECK: tare_b2(&tare_m, 4u, &tare_i2, tare_n2, (long)(j)); {{.*}} } do { {
// CHECK: } } while (0); if (__builtin_expect(tare_e2 != 0, 0)) { tare_x2 = tare_f2(&tare_i2, tare_n2); tare_e2 = 0; } }
// A pointer's value says nothing.
// CHECK: tare_b3(&tare_m, 6u, &tare_i3, tare_n3, (long)tare_n3 - 1); {{.*}} } *p = f(*p);
// CHECK: { ++tare_n4; a[k] = twice(a[k]); }
// CHECK: tare_b{{[0-9]+}}({{.*}}(long)(k)); {{.*}} } a[k] = twice(a[k]);
// CHECK: { ++tare_n6; for (int m = 0; m < 3; m++)
// CHECK: tare_b{{[0-9]+}}({{.*}}(long)(k)); {{.*}} } {
// CHECK: next:;
// CHECK-NEXT: } if (__builtin_expect(
// CHECK: NODE for#0 line 17 {{.*}} iterations sampled by i
// CHECK: NODE for#1 line 22 {{.*}} iterations sampled by j
// CHECK: NODE for#2 line 29 {{.*}} iterations sampled by ordinals
// CHECK: NODE for#3 line 32 {{.*}} iterations unsampled: no loop or call is known to stay in its body, which may be vectorised
// CHECK: NODE for#4 line 35 {{.*}} iterations sampled by k
// CHECK: NODE for#5 line 38 {{.*}} iterations unsampled
// CHECK: NODE for#6 line 42 {{.*}} iterations sampled by k
// Through a function that holds nothing but a call.
// CHECK: NODE for#7 {{.*}} iterations sampled by k
