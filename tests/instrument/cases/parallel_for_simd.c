// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int a[64], n = 3;
#pragma omp parallel for simd if (n > 2) num_threads(2) simdlen(4)
  for (int i = 0; i < 64; i++)
    a[i] = i;
#pragma omp parallel for simd if (parallel : n > 2) if (simd : n > 1) schedule(static)
  for (int i = 0; i < 64; i++)
    a[i] += i;
  printf("%d\n", a[63]);
  return 0;
}
// A plain `if` speaks to both halves.
// CHECK: #pragma omp parallel if{{ ?}}(n > 2) num_threads(2) shared(tare_r0)
// CHECK: #pragma omp for simd if{{ ?}}(n > 2) simdlen(4) nowait
// CHECK: #pragma omp parallel if{{ ?}}(parallel : n > 2) shared(tare_r1)
// CHECK: #pragma omp for simd if{{ ?}}(simd : n > 1) schedule(static) nowait
