// tare: treatment: teams distribute outside 1
// tare: treatment: teams distribute simd outside 1
// tare: treatment: teams distribute parallel for outside 1
// tare: treatment: teams distribute parallel for simd outside 1
#include <stdio.h>

int main(void) {
  int a[120] = {0}, bad = 0, sum = 0;
#pragma omp teams distribute
  for (int i = 0; i < 120; i++)
    a[i]++;
#pragma omp teams distribute simd
  for (int i = 0; i < 120; i++)
    a[i]++;
#pragma omp teams distribute parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < 120; i++)
    a[i]++;
#pragma omp teams distribute parallel for simd reduction(+ : sum)
  for (int i = 0; i < 120; i++)
    sum += ++a[i];
  for (int i = 0; i < 120; i++)
    bad += a[i] != 4;
  printf("%d %d\n", bad, sum);
  return bad != 0 || sum != 480;
}
