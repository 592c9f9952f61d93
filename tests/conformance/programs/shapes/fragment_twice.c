// One fragment with constructs, included twice in one function and once in another.
#include "../expect.h"

static int other(int n) {
  int sum = 0;
#include "fragment_twice.inc"
  return sum;
}

int main(void) {
  int n = 10, sum = 0;
#include "fragment_twice.inc"
  EXPECT_EQ(sum, 45 + 1);
#include "fragment_twice.inc"
  {
    n = 5;
#include "fragment_twice.inc"
  }
  printf("%d %d\n", sum, other(20));
  EXPECT_EQ(sum, 2 * 46 + 11);
  EXPECT_EQ(other(20), 191);
  return 0;
}
