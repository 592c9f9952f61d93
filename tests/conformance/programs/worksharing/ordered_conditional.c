// tare: treatment: ordered measured 1
// tare: treatment: for measured 1
// Not every iteration enters its ordered region; an orphaned ordered region.
#include <stdio.h>

static int n, order[100];

static void note(int i) {
#pragma omp ordered
  order[n++] = i;
}

int main(void) {
  int bad = 0;
#pragma omp parallel
#pragma omp for ordered schedule(static, 2)
  for (int i = 0; i < 100; i++)
    if (i % 3 == 0)
      note(i);
  for (int i = 0; i < n; i++)
    bad += order[i] != 3 * i;
  printf("%d %d\n", n, bad);
  return n != 34 || bad;
}
