// tare: treatment: for measured 7
// tare: env: OMP_SCHEDULE=dynamic,3
// Every schedule kind and modifier; the chunk is an expression.
#include <omp.h>
#include <stdio.h>

#define N 120
#define CHUNK (k + 1)

int main(void) {
  int a[7][N] = {{0}}, bad = 0, k = 3;
  omp_sched_t kind;
  int chunk;
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      a[0][i]++;
#pragma omp for schedule(static, CHUNK)
    for (int i = 0; i < N; i++)
      a[1][i]++;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < N; i++)
      a[2][i]++;
#pragma omp for schedule(nonmonotonic : dynamic, CHUNK * 2)
    for (int i = 0; i < N; i++)
      a[3][i]++;
#pragma omp for schedule(guided, 2)
    for (int i = 0; i < N; i++)
      a[4][i]++;
#pragma omp for schedule(runtime)
    for (int i = 0; i < N; i++)
      a[5][i]++;
#pragma omp for schedule(auto)
    for (int i = 0; i < N; i++)
      a[6][i]++;
  }
  for (int j = 0; j < 7; j++)
    for (int i = 0; i < N; i++)
      bad += a[j][i] != 1;
  omp_get_schedule(&kind, &chunk);
  printf("%d %d %d\n", bad, (int)kind & 15, chunk);
  return bad != 0;
}
