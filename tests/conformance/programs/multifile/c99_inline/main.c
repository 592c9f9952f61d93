// tare: flags: -std=c99 -O2
// tare: also: other.c
// C99 inline functions with external linkage: one unit defines them, another may inline them.
#include "../../expect.h"
#include "inlined.h"
int (*other(void))(int);

int main(void) {
  int value = inlined(10);
  twice(&value);
  printf("%d %d\n", value, other()(5));
  EXPECT_EQ(value, 90);
  EXPECT(other() == inlined);
  return 0;
}
