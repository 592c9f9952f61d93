// tare: treatment: flush counted 3
#include <stdio.h>

int main(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  {
#pragma omp flush acq_rel
    n++;
#pragma omp flush release
    n--;
#pragma omp flush acquire
    n += 1;
  }
  printf("%d\n", n > 0);
  return 0;
}
