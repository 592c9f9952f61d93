// tare: flags: -fopenmp-version=51
// tare: plain-fails: gcc gcc 12 knows no loop transformations
// tare: treatment: tile left-alone 3
// tare: treatment: parallel for measured 1
// tare: treatment: for measured 1
#include <stdio.h>

int main(void) {
  static int a[30][20];
  int bad = 0, order = 0;
#pragma omp tile sizes(4, 8)
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 20; j++)
      a[i][j] = i + j;
#pragma omp parallel for
#pragma omp tile sizes(5)
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 20; j++)
      a[i][j]++;
#pragma omp parallel
#pragma omp for collapse(2)
#pragma omp tile sizes(4, 4)
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 20; j++)
      a[i][j]++;
  for (int i = 0; i < 600; i++)
    bad += a[i / 20][i % 20] != i / 20 + i % 20 + 2;
  printf("%d %d\n", bad, order);
  return bad != 0;
}
