// The number of loops depends on the template's argument, so iterations are not counted. Clang only.
// RUN: %case %s --only=clang | %check %s
#include <cstdio>

template <int depth> int count() {
  int n = 0;
#pragma omp parallel for collapse(depth) reduction(+ : n)
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      n++;
  return n;
}

int main() { std::printf("%d %d\n", count<1>(), count<2>()); }
// CHECK: { work_begin(&tare_m, 2u);
// CHECK-NEXT: #pragma omp for collapse(depth) reduction(+ : n) nowait
// CHECK: work_end(&tare_m, 2u, ~0ul);
