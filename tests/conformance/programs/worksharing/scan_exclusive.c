// tare: treatment: scan left-alone 1
// tare: treatment: gcc parallel for measured 1
// tare: treatment: clang parallel for outside 1
#include <stdio.h>

int main(void) {
  int a[100], b[100], x = 0, bad = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp parallel for reduction(inscan, + : x)
  for (int i = 0; i < 100; i++) {
    b[i] = x;
#pragma omp scan exclusive(x)
    x += a[i];
  }
  for (int i = 0; i < 100; i++)
    bad += b[i] != i * (i - 1) / 2;
  printf("%d %d\n", x, bad);
  return bad != 0 || x != 4950;
}
