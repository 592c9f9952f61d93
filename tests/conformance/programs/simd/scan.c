// tare: profiles: 0
#include <stdio.h>

int main(void) {
  int b[64], x = 0, bad = 0;
#pragma omp simd reduction(inscan, + : x)
  for (int i = 0; i < 64; i++) {
    x += i;
#pragma omp scan inclusive(x)
    b[i] = x;
  }
  for (int i = 0; i < 64; i++)
    bad += b[i] != i * (i + 1) / 2;
  printf("%d %d\n", x, bad);
  return bad || x != 2016;
}
