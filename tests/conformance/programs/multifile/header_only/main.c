// tare: also: other.c
// Constructs in static inline functions of a header that two units include.
#include "../../expect.h"
#include "sums.h"
int other(int n);

int main(void) {
  int values[] = {1, 2, 3, 4}, total = 0;
  add_to(&total, 5);
  printf("%d %d %d\n", sum_of(values, 4), other(3), total);
  EXPECT_EQ(sum_of(values, 4), 10);
  EXPECT_EQ(other(3), 9);
  EXPECT_EQ(total, 5);
  return 0;
}
