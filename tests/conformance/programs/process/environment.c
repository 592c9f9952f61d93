// tare: skip: clang its runtime crashes without an environment
// The program clears its environment before its first region.
#define _GNU_SOURCE
#include "../expect.h"

int main(void) {
  int sum = 0;
  EXPECT(clearenv() == 0);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
  EXPECT(getenv("HOME") == NULL);
  printf("%d\n", sum);
  EXPECT_EQ(sum, 45);
  return 0;
}
