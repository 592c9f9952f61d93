// tare: treatment: for measured 1
// tare: treatment: sections measured 1
// tare: treatment: single measured 1
// tare: treatment: critical measured 1
// Orphaned constructs in a function that is called only outside of regions, and one region.
#include <stdio.h>

static int run(int n) {
  int sum = 0;
#pragma omp for schedule(dynamic)
  for (int i = 0; i < n; i++)
    sum += i;
#pragma omp sections
  {
#pragma omp section
    sum += 1000;
#pragma omp section
    sum += 2000;
  }
#pragma omp single
  sum += 10000;
#pragma omp critical
  sum += 20000;
  return sum;
}

int main(void) {
  int before = run(10), n = 0, after;
#pragma omp parallel reduction(+ : n)
  n++;
  after = run(20);
  printf("%d %d %d\n", before, after, n > 0);
  return !(before == 33045 && after == 33190);
}
