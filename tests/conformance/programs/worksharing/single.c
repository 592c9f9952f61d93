// tare: treatment: single measured 4
// single with and without nowait, privates, inside a loop.
#include <stdio.h>

int main(void) {
  int n = 0, m = 0, p = 5, seen = 0, bad = 0, order = 0;
#pragma omp parallel reduction(+ : bad)
  {
#pragma omp single
    n++;
    bad += n != 1;
#pragma omp single nowait
    {
#pragma omp atomic
      m++;
    }
#pragma omp single firstprivate(p)
    {
      p += 2;
      seen = p;
    }
    bad += seen != 7;
    for (int i = 0; i < 10; i++) {
#pragma omp single private(p)
      {
        p = i;
        order += p;
      }
    }
    bad += order != 45;
  }
  printf("%d %d %d %d %d\n", n, m, p, order, bad);
  return !(n == 1 && m == 1 && p == 5 && order == 45 && bad == 0);
}
