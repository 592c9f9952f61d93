// Attributes become pragmas; gcc knows them in C++ only.
// RUN: %case %s | %check %s
#include <cstdio>

static const char *raw = R"x([[omp::directive(barrier)]] " )x";
[[omp::directive(declare reduction(plus : int : omp_out += omp_in))]];

int main() {
  int n = 0, m = 0;
  [[omp::directive(parallel for reduction(+ : n))]]
  for (int i = 0; i < 4; i++) n++;
  [[omp::sequence(directive(parallel num_threads(2)), omp::directive(for
        schedule(static)))]] for (int i = 0; i < 1'0; i++)
    [[using omp: directive(atomic)]] m++;
#pragma omp parallel
  { [[omp::directive(barrier)]]; /* [[omp::directive(barrier)]]; */
    [[ omp :: directive ( critical ( a ) ) ]] { n++; } }
  std::printf("%d %d %s %d\n", n > 4, m, raw, __LINE__);
}
// CHECK: R"x({{.*}}omp::directive(barrier)]] " )x"
// CHECK: #pragma omp parallel shared(tare_r0)
// CHECK: #pragma omp for reduction(+ : n) nowait
// CHECK: #pragma omp parallel num_threads(2) shared(tare_r
// CHECK: #pragma omp for {{ *}}schedule(static) nowait
// CHECK: #pragma omp atomic
// CHECK: barrier_arrive
// CHECK-NEXT: #pragma omp barrier
// CHECK: lock_wait
// CHECK: NODE parallel#0 {{.*}} measured
// CHECK: NODE for#0 {{.*}} measured
// CHECK: NODE for#1 {{.*}} measured
// CHECK: NODE atomic#0
// CHECK: NODE barrier#0 {{.*}} measured
// CHECK: NODE critical#0 {{.*}} measured
