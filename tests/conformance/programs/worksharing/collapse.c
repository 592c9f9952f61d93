// tare: treatment: for measured 2
// tare: treatment: parallel for measured 1
#include <stdio.h>

int main(void) {
  static int a[7][5][3];
  int sum = 0, bad = 0, li = -1, lj = -1;
#pragma omp parallel
  {
#pragma omp for collapse(2)
    for (int i = 0; i < 7; i++)
      for (int j = 0; j < 5; j++)
        for (int k = 0; k < 3; k++)
          a[i][j][k]++;
#pragma omp for collapse(3) schedule(dynamic, 4) reduction(+ : sum)
    for (int i = 0; i < 7; i++)
      for (int j = 4; j >= 0; j--)
        for (int k = 0; k < 3; k += 2)
          sum += a[i][j][k] + i * j * k;
  }
#pragma omp parallel for collapse(2) lastprivate(li, lj)
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 5; j++) {
      li = i;
      lj = j;
    }
  for (int i = 0; i < 105; i++)
    bad += a[i / 15][i / 3 % 5][i % 3] != 1;
  printf("%d %d %d %d\n", sum, bad, li, lj);
  return !(sum == 70 + 21 * 10 * 2 && bad == 0 && li == 6 && lj == 4);
}
