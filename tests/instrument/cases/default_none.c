// RUN: %case %s | %check %s
#include <stdio.h>

int main(void) {
  int n = 50, sum = 0, also = 0, lock = 0;
#pragma omp parallel for default(none) shared(n) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
#pragma omp parallel default(none) shared(also, lock) firstprivate(n)
  {
#pragma omp critical
    lock++;
#pragma omp for reduction(+ : also)
    for (int i = 0; i < n; i++)
      also += i;
  }
#pragma omp parallel num_threads(1)
#pragma omp task default(none) shared(lock)
  {
#pragma omp critical
    lock = 9;
  }
  printf("%d %d %d\n", sum, also, lock);
  return 0;
}
// CHECK: #pragma omp parallel default(shared) shared(n) shared(tare_r0)
// CHECK: #pragma omp for reduction(+ {{.*}}) nowait
// CHECK: #pragma omp parallel default(shared) shared(also, lock) firstprivate(n) shared(tare_r1)
// CHECK: #pragma omp task default(shared) shared(lock)
// CHECK: NODE parallel#0 line 6 [parallel for default(none) shared(n) reduction{{.*}}] measured
