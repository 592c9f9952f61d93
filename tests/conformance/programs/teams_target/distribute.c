// tare: treatment: distribute left-alone 2
// tare: treatment: distribute simd left-alone 1
// tare: treatment: distribute parallel for left-alone 1
// tare: treatment: teams outside 1
// Every distribute form inside a teams region.
#include <stdio.h>

int main(void) {
  int a[120] = {0}, bad = 0;
#pragma omp teams num_teams(2)
  {
#pragma omp distribute
    for (int i = 0; i < 120; i++)
      a[i]++;
#pragma omp distribute dist_schedule(static, 10) private(bad)
    for (int i = 0; i < 120; i++)
      a[i]++;
#pragma omp distribute simd
    for (int i = 0; i < 120; i++)
      a[i]++;
#pragma omp distribute parallel for
    for (int i = 0; i < 120; i++)
      a[i]++;
#pragma omp distribute parallel for simd collapse(2)
    for (int i = 0; i < 12; i++)
      for (int j = 0; j < 10; j++)
        a[10 * i + j]++;
  }
  for (int i = 0; i < 120; i++)
    bad += a[i] != 5;
  printf("%d\n", bad);
  return bad != 0;
}
