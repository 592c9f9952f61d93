// tare: exit: -6
// tare: status: CUT_OFF
// An assertion fails within a construct: file, line and function in its message are the program's.
#include <assert.h>
#include <stdio.h>
#include <sys/resource.h>

static void check(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
#pragma omp parallel
  {
#pragma omp single
    {
      assert(sum == 45 && "as it should be");
      assert(sum == 46 && "as it should not be");
    }
  }
}

int main(void) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  check(10);
  return 0;
}
