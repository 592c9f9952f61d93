// tare: skip: clang a scan in a separate for is miscompiled by clang 19
// tare: treatment: for outside 1
#include <stdio.h>

int main(void) {
  int b[100], x = 0, bad = 0;
#pragma omp parallel
#pragma omp for reduction(inscan, + : x)
  for (int i = 0; i < 100; i++) {
    x += i;
#pragma omp scan inclusive(x)
    b[i] = x;
  }
  for (int i = 0; i < 100; i++)
    bad += b[i] != i * (i + 1) / 2;
  printf("%d %d\n", x, bad);
  return bad != 0 || x != 4950;
}
