// Atomics are counted in a variable of the construct around them; calls stay where control may leave
// that before its end, or where other tasks execute the code.
// RUN: %case %s | %check %s
#include <stdio.h>

static long sum;

static void add(void) {
#pragma omp atomic
  sum++;
}

int main(void) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < 100; i++) {
#pragma omp atomic
    sum += i;
    for (int k = 0; k < 3; k++)
#pragma omp atomic
      sum++;
    add();
  }
#pragma omp parallel num_threads(2) default(none) shared(sum)
#pragma omp single
#pragma omp task
  {
#pragma omp atomic
    sum++;
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
      sum++;
#pragma omp cancel for if (i < 0)
    }
#pragma omp single
#pragma omp taskloop
    for (int i = 0; i < 4; i++) {
#pragma omp atomic
      sum++;
      add();
    }
  }
  printf("%ld\n", sum);
  return 0;
}
// CHECK: static void add(void) {
// CHECK-NEXT: { count(&tare_m, {{[0-9]+}}u, 1ul);
// CHECK: { ++[[A:tare_a[0-9]+]];
// CHECK-NEXT: #pragma omp atomic
// CHECK-NEXT: sum += i; }
// CHECK: { ++[[B:tare_a[0-9]+]];
// CHECK: count(&tare_m, {{[0-9]+}}u, [[A]]); count(&tare_m, {{[0-9]+}}u, [[B]]); work_end
// CHECK: unsigned long [[C:tare_a[0-9]+]] = 0; {
// CHECK: ++[[C]];
// CHECK: count(&tare_m, {{[0-9]+}}u, [[C]]); task_end
// CHECK: { count(&tare_m, {{[0-9]+}}u, 1ul);
// CHECK-NEXT: #pragma omp atomic
// CHECK: #pragma omp cancel
// CHECK: { count(&tare_m, {{[0-9]+}}u, 1ul);
// CHECK-NEXT: #pragma omp atomic
