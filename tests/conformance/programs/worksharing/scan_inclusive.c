// tare: treatment: gcc parallel for measured 1
// tare: treatment: clang parallel for outside 1
// With clang a scan stays in the combined form: split, clang 19 computes something else.
#include <stdio.h>

int main(void) {
  int a[100], b[100], x = 0, bad = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp parallel for reduction(inscan, + : x)
  for (int i = 0; i < 100; i++) {
    x += a[i];
#pragma omp scan inclusive(x)
    b[i] = x;
  }
  for (int i = 0; i < 100; i++)
    bad += b[i] != i * (i + 1) / 2;
  printf("%d %d\n", x, bad);
  return bad != 0 || x != 4950;
}
