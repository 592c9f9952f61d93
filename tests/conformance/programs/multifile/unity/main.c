// One unit made of others: sources that include sources, with the same static names made distinct.
#include "../../expect.h"
#define helper first_helper
#include "first.c"
#undef helper
#define helper second_helper
#include "second.c"
#undef helper
#include "templates.inc"

int main(void) {
  printf("%d %d %ld %d\n", first(4), second(4), sum_long(5), sum_int(5));
  EXPECT_EQ(first(4), 4);
  EXPECT_EQ(second(4), 8);
  EXPECT_EQ(sum_long(5), 10);
  EXPECT_EQ(sum_int(5), 10);
  return 0;
}
