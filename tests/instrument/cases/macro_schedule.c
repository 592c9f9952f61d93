// RUN: %case %s --show=gcc | %check %s
#include <stdio.h>

#define SCHEDULE schedule(dynamic, 2)
#define VARIABLES private(j) firstprivate(k)

int main(void) {
  int j, k = 1, sum = 0;
#pragma omp parallel for SCHEDULE VARIABLES \
    reduction(+ : sum)
  for (int i = 0; i < 20; i++) {
    j = i + k;
    sum += j;
  }
  printf("%d\n", sum);
  return 0;
}
// CHECK: #pragma omp for schedule(dynamic, 2) private(j) firstprivate(k) reduction(+ : sum) nowait
