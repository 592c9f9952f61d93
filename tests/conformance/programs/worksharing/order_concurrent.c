// tare: treatment: for measured 1
// tare: treatment: parallel for measured 1
// No probe may stand in a loop whose iterations may run concurrently.
#include <stdio.h>

int main(void) {
  int a[128], bad = 0;
#pragma omp parallel
#pragma omp for order(concurrent)
  for (int i = 0; i < 128; i++)
    for (int j = 0; j <= i; j++)
      a[i] = j;
#pragma omp parallel for order(reproducible : concurrent) reduction(+ : bad)
  for (int i = 0; i < 128; i++)
    bad += a[i] != i;
  printf("%d\n", bad);
  return bad != 0;
}
