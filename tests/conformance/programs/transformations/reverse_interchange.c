// tare: flags: -fopenmp-version=60
// tare: plain-fails: gcc gcc 12 knows no loop transformations
// tare: treatment: parallel for measured 1
#include <stdio.h>

int main(void) {
  int a[20], b[6][7], n = 0, bad = 0;
#pragma omp reverse
  for (int i = 0; i < 20; i++)
    a[n++] = i;
#pragma omp interchange
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 7; j++)
      b[i][j] = i * j;
#pragma omp parallel for
#pragma omp reverse
  for (int i = 0; i < 20; i++)
    a[i] += i;
  for (int i = 0; i < 20; i++)
    bad += a[i] != 19;
  for (int i = 0; i < 42; i++)
    bad += b[i / 7][i % 7] != i / 7 * (i % 7);
  printf("%d\n", bad);
  return bad != 0;
}
