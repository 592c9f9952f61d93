// An inner loop that compilers unroll, or make vectors around, is no reason to sample.
// RUN: %case %s --flags=-std=c99 | %check %s
#include <stdio.h>

static void step(double *x) {
  for (int k = 0; k < 40; k++)
    *x = *x * 0.5 + 1;
}

int main(void) {
  double x[40] = {0}, s = 0;
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    for (int k = 0; k < 40; k++)
      x[i] = x[i] * 0.5 + i;
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    for (int k = 0; k < 400; k++)
      x[i] = x[i] * 0.5 + i;
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    step(&x[i]);
  for (int i = 0; i < 40; i++)
    s += x[i];
  printf("%g\n", s);
  return 0;
}
// CHECK: { ++tare_n0; for (int k = 0; k < 40; k++)
// CHECK: tare_b1({{.*}}(long)(i)); {{.*}} } for (int k = 0; k < 400; k++)
// CHECK: { ++tare_n2; step(&x[i]); }
// CHECK: NODE for#0 line 12 {{.*}} iterations unsampled: no loop or call is known to stay
// CHECK: NODE for#1 line 16 {{.*}} iterations sampled by i
// CHECK: NODE for#2 line 20 {{.*}} iterations unsampled: no loop or call is known to stay
