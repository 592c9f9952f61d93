// declare variant and dispatch-free calls of the base function.
#include <stdio.h>

static int fast(int x) { return x + 2; }

#pragma omp declare variant(fast) match(construct = {parallel})
static int slow(int x) { return x + 1; }

int main(void) {
  int sum = 0;
  int serial = slow(1);
#pragma omp parallel num_threads(2)
  {
    int got = slow(10);
#pragma omp atomic
    sum += got > 0;
  }
  printf("%d %d\n", serial, sum > 0);
  return serial != 2;
}
