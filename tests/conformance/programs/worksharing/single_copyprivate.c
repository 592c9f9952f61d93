// tare: treatment: single measured 2
// copyprivate hands the value to all; threadprivate too. One thread runs its body in the wait at its barrier.
#include <omp.h>
#include <stdio.h>

static int tp;
#pragma omp threadprivate(tp)

int main(void) {
  int bad = 0;
#pragma omp parallel reduction(+ : bad)
  {
    int x = -1, y[2];
#pragma omp single copyprivate(x, y)
    {
      x = 42;
      y[0] = 1;
      y[1] = 2;
    }
    bad += x != 42 || y[0] + y[1] != 3;
#pragma omp single copyprivate(tp)
    tp = 17;
    bad += tp != 17;
  }
  printf("%d\n", bad);
  return bad != 0;
}
