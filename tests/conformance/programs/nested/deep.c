// tare: env: OMP_MAX_ACTIVE_LEVELS=12
// tare: threads: 1 2
// tare: status: TOO_DEEP
// tare: treatment: parallel measured 1
// Deeper than the runtime keeps frames for: right, and said so.
#include <omp.h>
#include <stdio.h>

static int dive(int depth) {
  int n = 0;
  if (depth == 0)
    return omp_get_level();
#pragma omp parallel num_threads(1) reduction(+ : n)
  n += dive(depth - 1);
  return n;
}

int main(void) {
  int level = dive(11);
  printf("%d\n", level);
  return level != 11;
}
