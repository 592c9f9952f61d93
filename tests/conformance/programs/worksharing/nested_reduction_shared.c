// tare: treatment: for measured 2
// A reduction variable is used right after the loop's barrier by every thread.
#include <stdio.h>

int main(void) {
  int bad = 0, x = 0, y = 0;
  for (int repeat = 0; repeat < 30; repeat++) {
    x = y = 0;
#pragma omp parallel reduction(+ : bad)
    {
#pragma omp for reduction(+ : x)
      for (int i = 0; i < 100; i++)
        x += i;
      bad += x != 4950;
#pragma omp for reduction(+ : y) nowait
      for (int i = 0; i < 100; i++)
        y += x;
#pragma omp barrier
      bad += y != 495000;
    }
  }
  printf("%d %d %d\n", x, y, bad);
  return bad != 0;
}
