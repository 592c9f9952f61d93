// tare: env: OMP_MAX_ACTIVE_LEVELS=4
// tare: treatment: parallel measured 1
// The same region inside itself.
#include <omp.h>
#include <stdio.h>

static int spread(int depth) {
  int sum = 1;
  if (depth == 0)
    return 1;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += spread(depth - 1);
  return sum;
}

int main(void) {
  int r, expected = 1;
  omp_set_dynamic(0);
  r = spread(3);
  for (int i = 0; i < 3; i++)
    expected = 1 + 2 * expected;
  printf("%d\n", r);
  return r != expected;
}
