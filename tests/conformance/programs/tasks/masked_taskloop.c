// tare: plain-fails: clang clang 19 runs no iteration of masked taskloop
// tare: treatment: parallel masked taskloop outside 1
// tare: treatment: masked taskloop outside 1
#include <stdio.h>

int main(void) {
  int a[60] = {0}, bad = 0, sum = 0;
#pragma omp parallel masked taskloop filter(0) reduction(+ : sum)
  for (int i = 0; i < 60; i++)
    sum += ++a[i];
#pragma omp parallel
#pragma omp masked taskloop num_tasks(7)
  for (int i = 0; i < 60; i++)
    a[i]++;
  for (int i = 0; i < 60; i++)
    bad += a[i] != 2;
  printf("%d %d\n", sum, bad);
  return sum != 60 || bad;
}
