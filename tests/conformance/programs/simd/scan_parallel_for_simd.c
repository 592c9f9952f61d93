// tare: treatment: gcc parallel for simd measured 1
// tare: treatment: clang parallel for simd outside 1
#include <stdio.h>

int main(void) {
  int b[64], x = 0, bad = 0;
#pragma omp parallel for simd reduction(inscan, + : x)
  for (int i = 0; i < 64; i++) {
    b[i] = x;
#pragma omp scan exclusive(x)
    x += i;
  }
  for (int i = 0; i < 64; i++)
    bad += b[i] != i * (i - 1) / 2;
  printf("%d %d\n", x, bad);
  return bad || x != 2016;
}
