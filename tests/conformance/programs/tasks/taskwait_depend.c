// tare: treatment: taskwait measured 2
// taskwait with a depend clause waits for one chain of tasks only.
#include <stdio.h>

int main(void) {
  int x = 0, y = 0, seen = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
#pragma omp task depend(out : y) shared(y)
    y = 2;
#pragma omp taskwait depend(in : x)
    seen = x;
#pragma omp taskwait
    seen += 10 * y;
  }
  printf("%d\n", seen);
  return seen != 21;
}
