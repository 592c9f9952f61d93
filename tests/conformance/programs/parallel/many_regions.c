// tare: treatment: parallel measured 1
// tare: treatment: parallel for measured 1
// A thousand small regions, called from a recursive function.
#include <stdio.h>

static long walk(int depth) {
  long n = 0;
  if (depth == 0)
    return 0;
#pragma omp parallel for reduction(+ : n) schedule(static)
  for (int i = 0; i < 4; i++)
    n += i;
#pragma omp parallel
#pragma omp single
  n++;
  return n + walk(depth - 1);
}

int main(void) {
  long n = 0;
  for (int i = 0; i < 50; i++)
    n += walk(10);
  printf("%ld\n", n);
  return n != 50 * 10 * 7;
}
