// tare: flags: -fopenmp-version=51
// tare: plain-fails: gcc gcc 12 knows no loop transformations
// tare: treatment: unroll left-alone 4
// tare: treatment: parallel for measured 1
#include <stdio.h>

int main(void) {
  int a[97], bad = 0;
#pragma omp unroll
  for (int i = 0; i < 97; i++)
    a[i] = i;
#pragma omp unroll full
  for (int i = 0; i < 8; i++)
    a[i] += 0;
#pragma omp unroll partial(4)
  for (int i = 0; i < 97; i++)
    a[i]++;
#pragma omp parallel for schedule(static, 2)
#pragma omp unroll partial(3)
  for (int i = 0; i < 97; i++)
    a[i]++;
  for (int i = 0; i < 97; i++)
    bad += a[i] != i + 2;
  printf("%d\n", bad);
  return bad != 0;
}
