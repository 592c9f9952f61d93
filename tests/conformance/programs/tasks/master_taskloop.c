// tare: treatment: parallel master taskloop outside 2
// tare: treatment: master taskloop outside 1
#include <stdio.h>

int main(void) {
  int a[60] = {0}, bad = 0, sum = 0;
#pragma omp parallel master taskloop num_threads(2) shared(a)
  for (int i = 0; i < 60; i++)
    a[i]++;
#pragma omp parallel master taskloop reduction(+ : sum) grainsize(8)
  for (int i = 0; i < 60; i++)
    sum += i;
#pragma omp parallel
#pragma omp master taskloop grainsize(5)
  for (int i = 0; i < 60; i++)
    a[i]++;
  for (int i = 0; i < 60; i++)
    bad += a[i] != 2;
  printf("%d %d\n", sum, bad);
  return sum != 1770 || bad;
}
