// tare: flags: -fopenmp-version=51
// tare: plain-fails: gcc nowait on taskwait came with gcc 13
// A taskwait with nowait is itself a task with dependences.
#include <stdio.h>

int main(void) {
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 2;
#pragma omp taskwait depend(inout : x) nowait
#pragma omp task depend(in : x) shared(x, y)
    y = 3 * x;
  }
  printf("%d %d\n", x, y);
  return y != 6;
}
