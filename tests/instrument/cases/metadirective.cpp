// clang: the variant that it selects. gcc 12 ignores metadirectives, later ones may select another.
// RUN: %case %s --flags=-fopenmp-version=52 --only=clang | %check %s
// RUN: %case %s --only=gcc --show=gcc | %check %s --check-prefix=GCC
#include <cstdio>

int main() {
  int n = 0;
#pragma omp metadirective when(user = {condition(1)} : parallel num_threads(2)) default(single)
  {
#pragma omp critical
    n = 2;
  }
#pragma omp parallel
#pragma omp metadirective when(user = {condition(0)} : single) default(for schedule(static, 2))
  for (int i = 0; i < 4; i++)
    n = 2;
#pragma omp metadirective when(user = {condition(0)} : parallel) default(nothing)
  n++;
  std::printf("%d %d\n", n, __LINE__);
}
// CHECK: #pragma omp parallel num_threads(2) shared(tare_r0)
// CHECK-NEXT: { region_start
// CHECK: #pragma omp for schedule(static, 2) nowait
// CHECK: NODE parallel#0 line 8 [parallel num_threads(2)] measured
// CHECK: NODE critical#0 {{.*}} measured
// CHECK: NODE parallel#1 {{.*}} measured
// CHECK: NODE for#0 {{.*}} measured
// CHECK: NODE metadirective#0 {{.*}} [metadirective {{.*}}] left alone (a metadirective that selects no directive)
// GCC: NODE metadirective#0 line 8 [metadirective {{.*}}] outside (which of its variants runs is not known) opaque=metadirective
// GCC: NODE critical#0 {{.*}} left alone (inside a region that is timed only from outside)
