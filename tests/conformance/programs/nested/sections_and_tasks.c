// tare: env: OMP_MAX_ACTIVE_LEVELS=2
// tare: treatment: parallel for measured 1
// tare: treatment: parallel sections measured 1
// An inner region in a section, in a task, in single and in master.
#include <omp.h>
#include <stdio.h>

static int sum_to(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

int main(void) {
  int a = 0, b = 0, c = 0, d = 0;
  omp_set_dynamic(0);
#pragma omp parallel sections
  {
#pragma omp section
    a = sum_to(10);
#pragma omp section
    b = sum_to(20);
  }
#pragma omp parallel
  {
#pragma omp single
    {
#pragma omp task shared(c)
      c = sum_to(30);
#pragma omp taskwait
    }
#pragma omp master
    d = sum_to(40);
  }
  printf("%d %d %d %d\n", a, b, c, d);
  return !(a == 45 && b == 190 && c == 435 && d == 780);
}
