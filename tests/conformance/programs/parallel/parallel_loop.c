#include <stdio.h>

int main(void) {
  int a[200], bad = 0;
#pragma omp parallel loop
  for (int i = 0; i < 200; i++)
    a[i] = 2 * i;
#pragma omp parallel
  {
#pragma omp loop bind(parallel)
    for (int i = 0; i < 200; i++)
      a[i] += 1;
  }
#pragma omp parallel
#pragma omp single
#pragma omp loop bind(thread)
  for (int i = 0; i < 200; i++)
    a[i] += 1;
  for (int i = 0; i < 200; i++)
    bad += a[i] != 2 * i + 2;
  printf("%d\n", bad);
  return bad != 0;
}
