// tare: treatment: parallel measured 2
// default(firstprivate) and default(private), OpenMP 5.1 in C.
#include <stdio.h>

int main(void) {
  int f = 5, s = 0;
#pragma omp parallel default(firstprivate) shared(s)
  {
    f += 1;
#pragma omp critical
    s += f != 6;
  }
#pragma omp parallel default(private) shared(s)
  {
    f = 3;
#pragma omp critical
    s += f != 3;
  }
  printf("%d %d\n", f, s);
  return f != 5 || s != 0;
}
