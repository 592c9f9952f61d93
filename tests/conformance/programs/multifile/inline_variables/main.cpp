// tare: flags: -std=c++17
// tare: also: other.cpp
// Inline functions, inline variables and lambdas of a header in two units: one definition remains.
#include "../../expect.h"
#include "shared.h"
int other(int n);

int main() {
  const int a = counted(4), b = other(4);
  printf("%d %d %d %d\n", a, b, calls, twice(3));
  EXPECT_EQ(a + b, 12);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(twice(3), 6);
  EXPECT_EQ(Holder().sum(4), 6);
  return 0;
}
