// tare: flags: -std=c17 -Wall -Wextra -Wpedantic -Werror
// C17 with fall-through comments, unused values and empty loops that warnings look at.
#include "../expect.h"

static int kinds(int kind) {
  int result = 0;
  switch (kind) {
  case 0:
#pragma omp critical
    result += 1;
    /* fall through */
  case 1:
#pragma omp parallel
  {
#pragma omp single
    result += 10;
  }
    /* fall through */
  case 2: {
#pragma omp atomic
    result += 100;
  }
    /* FALLTHRU */
  default:
    result += 1000;
  }
  return result;
}

static int no_return_needed(int n) {
  for (;;) {
#pragma omp parallel for reduction(+ : n)
    for (int i = 0; i < 3; i++)
      n += i;
    if (n > 10)
      return n;
  }
}

int main(void) {
  volatile int unused = 1;
#pragma omp parallel
  {
    int mine = unused;
    (void)mine;
  }
  printf("%d %d %d %d %d\n", kinds(0), kinds(1), kinds(2), kinds(3), no_return_needed(1));
  EXPECT_EQ(kinds(0), 1111);
  EXPECT_EQ(kinds(1), 1110);
  EXPECT_EQ(no_return_needed(1), 13);
  return 0;
}
