/* A sum over threads without its reduction: the last thread wins. Serial 15.779021; on two threads
   15.085874 or 0.693147. */
#include <stdio.h>
#define N 4000000
static double a[N];

int main(void) {
  double s = 0;
  for (int i = 0; i < N; i++)
    a[i] = 1.0 / (1 + i);
#pragma omp parallel
  {
    double mine = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      mine += a[i];
    s = mine;
  }
  printf("sum %.6f\n", s);
  return 0;
}
