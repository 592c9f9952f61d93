// tare: also: after.c
// The last line, and an included file's last line, has no newline; the other file ends in a pragma's line.
#include "../../expect.h"
#include "no_newline.inc"
int after(int);

int main(void) {
  int sum = included(10);
  printf("%d %d\n", sum, after(5));
  EXPECT_EQ(sum, 45);
  EXPECT_EQ(after(5), 5);
  return 0;
}
static int last;
#pragma omp threadprivate(last)