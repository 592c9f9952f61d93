// tare: treatment: ordered depend(source left-alone 2
// tare: treatment: ordered depend(sink measured 2
// A loop with dependences between iterations, in the spelling of OpenMP 4.5.
#include <stdio.h>

#define N 40

int main(void) {
  static int a[N][N];
  int b[N];
  b[0] = 1;
  for (int i = 0; i < N; i++)
    a[i][0] = a[0][i] = 1;
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 1)
    b[i] = (b[i - 1] * 3 + i) % 1000;
#pragma omp ordered depend(source)
  }
#pragma omp parallel
#pragma omp for ordered(2)
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      a[i][j] = (a[i - 1][j] + a[i][j - 1]) % 9973;
#pragma omp ordered depend(source)
    }
  int c = 1, bad = 0;
  for (int i = 1; i < N; i++) {
    c = (c * 3 + i) % 1000;
    bad += b[i] != c;
  }
  for (int i = 1; i < N; i++)
    for (int j = 1; j < N; j++)
      bad += a[i][j] != (a[i - 1][j] + a[i][j - 1]) % 9973;
  printf("%d %d %d\n", b[N - 1], a[N - 1][N - 1], bad);
  return bad != 0;
}
