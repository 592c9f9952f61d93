// The parallel program of serial_other_source.c.
#include <stdio.h>
#include <stdlib.h>

static double a[64][64], b[64][64];

static void start(double v) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      a[i][j] = v * i + j;
}

static double sweep_par(int n) {
  double change = 0;
#pragma omp parallel
  {
    double mine = 0;
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        b[i][j] = (a[i - 1][j] + a[i + 1][j]) / 2;
        mine += b[i][j] - a[i][j];
      }
#pragma omp critical
    change += mine;
#pragma omp barrier
#pragma omp single
    {
      int half = n / 2;
      a[half][half] = 7;
      b[half][half] = 9;
      a[0][0] = half;
    }
  }
  return change;
}

static int find(double v) {
  int found = -1;
#pragma omp parallel
  {
#pragma omp single
    {
      int k = 3;
      a[1][2] = v * k;
      a[2][k] = v;
    }
#pragma omp for
    for (int i = 0; i < 64; i++)
      if (a[i][i] == v)
#pragma omp critical
        found = i;
  }
  return found;
}

int main(void) {
  start(1.5);
  printf("%g %d\n", sweep_par(64), find(9));
  return 0;
}
