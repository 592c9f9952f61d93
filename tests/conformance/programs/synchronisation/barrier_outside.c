// tare: treatment: barrier measured 1
// A barrier outside of any region does nothing.
#include <stdio.h>

static void meet(void) {
#pragma omp barrier
}

int main(void) {
  int n = 0;
  meet();
#pragma omp parallel reduction(+ : n)
  {
    meet();
    n++;
  }
  meet();
  printf("%d\n", n > 0);
  return 0;
}
