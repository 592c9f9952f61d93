// tare: status: CUT_OFF
// tare: exit: 6
// _exit() within a region.
#include "../expect.h"
#include <unistd.h>

static int sum_of(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

int main(void) {
  printf("%d\n", sum_of(10));
  fflush(stdout);
#pragma omp parallel
  {
#pragma omp master
    {
#pragma omp critical
      _exit(6);
    }
#pragma omp barrier
#pragma omp single
    sum_of(3);
  }
  printf("never\n");
  return 0;
}
