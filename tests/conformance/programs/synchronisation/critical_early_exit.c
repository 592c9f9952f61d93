// tare: treatment: critical measured 2
// A critical region in a function, in nested loops with break and continue inside it.
#include <stdio.h>

static int total;

static int add(int i) {
  int left = 0;
#pragma omp critical(adding)
  {
    for (int k = 0; k < 5; k++) {
      if (k == 3)
        break;
      if (k == 1)
        continue;
      total += i;
    }
    left = total;
  }
  return left;
}

int main(void) {
  int bad = 0, n = 0;
#pragma omp parallel for reduction(+ : bad)
  for (int i = 1; i <= 50; i++) {
    bad += add(i) <= 0;
#pragma omp critical
    {
      if (i % 2)
        n++;
    }
  }
  printf("%d %d %d\n", total, n, bad);
  return !(total == 2550 && n == 25 && bad == 0);
}
