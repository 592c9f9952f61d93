// tare: also: generated.c
// Units that only include another file, by macro name, with #line, and through a path with dots.
#include "../../expect.h"
#define SOURCE "parts/body.inc"
#include SOURCE
#include "parts/../parts/more.inc"
int generated(int n);

int main(void) {
  printf("%d %d %d\n", body(4), more(4), generated(4));
  EXPECT_EQ(body(4), 6);
  EXPECT_EQ(more(4), 8);
  EXPECT_EQ(generated(4), 12);
  return 0;
}
