// tare: treatment: depobj counted 3
// tare: treatment: task measured 3
// Dependences through depobj: created, updated, used, destroyed.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0, y = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(depobj : object) shared(x)
    x = 3;
#pragma omp depobj(object) update(in)
#pragma omp task depend(depobj : object) shared(x, y)
    y = x + 1;
#pragma omp task depend(inout : x) shared(x)
    x += 10;
  }
#pragma omp depobj(object) destroy
  printf("%d %d\n", x, y);
  return !(x == 13 && y == 4);
}
