// tare: treatment: loop outside
// tare: treatment: parallel loop outside 1
// tare: treatment: teams loop outside 1
// The loop directive with every binding, and in its combined forms.
#include <stdio.h>

int main(void) {
  int a[200], bad = 0, sum = 0;
#pragma omp parallel loop
  for (int i = 0; i < 200; i++)
    a[i] = i;
#pragma omp parallel
  {
#pragma omp loop
    for (int i = 0; i < 200; i++)
      a[i] += 1;
#pragma omp loop bind(parallel) order(concurrent) collapse(2)
    for (int i = 0; i < 20; i++)
      for (int j = 0; j < 10; j++)
        a[10 * i + j] += 1;
#pragma omp loop bind(parallel) reduction(+ : sum)
    for (int i = 0; i < 200; i++)
      sum += a[i];
  }
#pragma omp loop bind(thread)
  for (int i = 0; i < 200; i++)
    a[i] += 1;
#pragma omp teams loop
  for (int i = 0; i < 200; i++)
    a[i] += 1;
  for (int i = 0; i < 200; i++)
    bad += a[i] != i + 4;
  printf("%d %d\n", bad, sum);
  return bad != 0 || sum != 19900 + 400;
}
