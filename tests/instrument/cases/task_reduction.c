// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp for reduction(task, + : sum)
  for (int i = 0; i < 10; i++)
#pragma omp task in_reduction(+ : sum)
    sum += i;
  printf("%d\n", sum);
  return 0;
}
// CHECK: #pragma omp for reduction(task, + : sum)
// CHECK-NOT: nowait
// CHECK: NODE for#0 {{.*}} outside (a task reduction needs its own barrier)
