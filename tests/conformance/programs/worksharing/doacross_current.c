// tare: flags: -fopenmp-version=52
// tare: plain-fails: gcc doacross(sink:) came with gcc 14
// tare: treatment: ordered doacross(sink measured 1
// omp_cur_iteration, and a loop that runs backwards.
#include <stdio.h>

#define N 30

int main(void) {
  int b[N + 1], c = 1, bad = 0;
  b[0] = 1;
#pragma omp parallel for ordered(1)
  for (int i = 1; i <= N; i++) {
#pragma omp ordered doacross(sink : omp_cur_iteration - 1)
    b[i] = b[i - 1] * 5 % 977 + i;
#pragma omp ordered doacross(source : omp_cur_iteration)
  }
  for (int i = 1; i <= N; i++) {
    c = c * 5 % 977 + i;
    bad += b[i] != c;
  }
  printf("%d %d\n", b[N], bad);
  return bad != 0;
}
