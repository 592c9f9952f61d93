// tare: status: CUT_OFF
// tare: exit: -6
// abort() within a region.
#include "../expect.h"
#include <sys/resource.h>

static int sum_of(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

int main(void) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  printf("%d\n", sum_of(10));
  fflush(stdout);
#pragma omp parallel
  {
#pragma omp master
    {
#pragma omp critical
      abort();
    }
#pragma omp barrier
#pragma omp single
    sum_of(3);
  }
  printf("never\n");
  return 0;
}
