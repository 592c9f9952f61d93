// tare: profiles: 0
// tare: says: cannot write a profile
// tare: skip: clang its runtime writes a file at its first region
// The program may write no files at all: growing a file would kill it with SIGXFSZ.
#include "../expect.h"
#include <sys/resource.h>

int main(void) {
  int sum = 0;
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  EXPECT(setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0}) == 0);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  EXPECT_EQ(sum, 45);
  return 0;
}
