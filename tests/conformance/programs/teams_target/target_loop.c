// tare: treatment: target parallel loop outside 1
// tare: treatment: target teams loop outside 1
#include <stdio.h>

int main(void) {
  int a[64] = {0}, bad = 0;
#pragma omp target parallel loop map(tofrom : a)
  for (int i = 0; i < 64; i++)
    a[i]++;
#pragma omp target teams loop map(tofrom : a)
  for (int i = 0; i < 64; i++)
    a[i]++;
  for (int i = 0; i < 64; i++)
    bad += a[i] != 2;
  printf("%d\n", bad);
  return bad != 0;
}
