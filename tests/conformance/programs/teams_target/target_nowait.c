// tare: treatment: target outside
// Deferred target regions with dependences.
#include <stdio.h>

int main(void) {
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target map(tofrom : x) nowait depend(out : x)
    x = 4;
#pragma omp target map(to : x) map(from : y) nowait depend(in : x)
    y = x + 1;
#pragma omp taskwait
  }
  printf("%d %d\n", x, y);
  return !(x == 4 && y == 5);
}
