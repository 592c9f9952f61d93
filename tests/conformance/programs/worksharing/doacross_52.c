// tare: flags: -fopenmp-version=52
// tare: plain-fails: gcc doacross(sink:) came with gcc 14
// tare: treatment: ordered doacross(sink measured 1
// The same with the doacross clause of OpenMP 5.2.
#include <stdio.h>

#define N 50

int main(void) {
  int b[N], c = 1, bad = 0;
  b[0] = 1;
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 1; i < N; i++) {
#pragma omp ordered doacross(sink : i - 1)
    b[i] = (b[i - 1] * 3 + i) % 1000;
#pragma omp ordered doacross(source :)
  }
  for (int i = 1; i < N; i++) {
    c = (c * 3 + i) % 1000;
    bad += b[i] != c;
  }
  printf("%d %d\n", b[N - 1], bad);
  return bad != 0;
}
