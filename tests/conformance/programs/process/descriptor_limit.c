// tare: profiles: 0
// tare: says: cannot write a profile
// The program may open no further file.
#include "../expect.h"
#include <sys/resource.h>

int main(void) {
  int sum = 0;
  EXPECT(setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, 3}) == 0);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  printf("%d\n", sum);
  EXPECT_EQ(sum, 45);
  return 0;
}
