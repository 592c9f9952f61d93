// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int sum = 0, top = -1, pair[2] = {0, 0}, start = 5;
#pragma omp parallel for reduction(+ : sum, pair[ : 2]) reduction(max : top) firstprivate(start) if (start)
  for (int i = 0; i < 100; i++) {
    sum += i + start;
    pair[i % 2]++;
    if (i > top)
      top = i;
  }
  printf("%d %d %d %d\n", sum, top, pair[0], pair[1]);
  return 0;
}
// CHECK: #pragma omp parallel if{{ ?}}(start) shared(tare_r0)
// CHECK: #pragma omp for reduction({{.*}}) reduction({{.*}}) firstprivate(start) nowait
// CHECK: NODE for#0 line 6 [for reduction({{.*}}) reduction({{.*}}) firstprivate(start)] measured
