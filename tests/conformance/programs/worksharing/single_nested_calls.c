// tare: treatment: single measured 2
// tare: treatment: master measured 1
// tare: treatment: barrier measured 1
// single in a function called from a region, by every thread, many times; results through globals.
#include <stdio.h>

static int inits, value;

static int get(int round) {
#pragma omp single
  {
    inits++;
    value = round * 10;
  }
  int mine = value;
#pragma omp barrier
  return mine;
}

int main(void) {
  int bad = 0, led = 0;
#pragma omp parallel reduction(+ : bad)
  {
    for (int round = 0; round < 25; round++) {
      bad += get(round) != round * 10;
#pragma omp master
      led++;
    }
#pragma omp single nowait
    value = -1;
  }
  printf("%d %d %d %d\n", inits, value, led, bad);
  return !(inits == 25 && value == -1 && led == 25 && bad == 0);
}
