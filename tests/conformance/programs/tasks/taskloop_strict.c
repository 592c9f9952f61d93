// tare: flags: -fopenmp-version=51
// tare: plain-fails: gcc -fopenmp-version is an option of clang
// tare: treatment: taskloop outside 3
// The strict modifier; if with a name.
#include <stdio.h>

int main(void) {
  int a[40] = {0}, bad = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(strict : 7)
    for (int i = 0; i < 40; i++)
      a[i]++;
#pragma omp taskloop num_tasks(strict : 3)
    for (int i = 0; i < 40; i++)
      a[i]++;
#pragma omp taskloop if (taskloop : bad > 0)
    for (int i = 0; i < 40; i++)
      a[i]++;
  }
  for (int i = 0; i < 40; i++)
    bad += a[i] != 3;
  printf("%d\n", bad);
  return bad != 0;
}
