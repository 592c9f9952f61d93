// tare: treatment: task measured 5
// in, out, inout and mutexinoutset order the tasks.
#include <stdio.h>

int main(void) {
  int x = 0, y = 0, z = 0, a[4] = {0}, sum = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 5;
#pragma omp task depend(in : x) depend(out : y) shared(x, y)
    y = 2 * x;
#pragma omp task depend(inout : x, y) shared(x, y, z)
    {
      z = x + y;
      x++;
    }
    for (int i = 0; i < 4; i++) {
#pragma omp task depend(inout : a[i]) depend(in : x) shared(a, x)
      a[i] += x * i;
    }
    for (int i = 0; i < 4; i++) {
#pragma omp task depend(in : a[0], a[1], a[2], a[3]) depend(mutexinoutset : sum) shared(a, sum)
      sum += a[i];
    }
  }
  printf("%d %d %d %d\n", x, y, z, sum);
  return !(x == 6 && y == 10 && z == 15 && sum == 36);
}
