// RUN: %case %s | %check %s
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int sum = 0;
  double all = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 10; i++)
    sum += rand() % 6 + rand() % 6 < 11;
#pragma omp parallel for reduction(+ : all) num_threads(2)
  for (int i = 0; i < 10; i++)
    all += sqrt(i);
#pragma omp parallel num_threads(2)
  fprintf(stderr, "%d\n", rand() < 0);
  printf("%d %.2f\n", sum <= 10, all);
  return 0;
}
// CHECK: NODE for#0 line 9 {{.*}}locks(rand)
// CHECK: NODE for#1 line 12
// CHECK-NOT: locks(
// CHECK: NODE parallel#2 line 15 {{.*}}locks(fprintf, rand)
