// setjmp and longjmp within one thread: in functions called in a region, and around whole
// regions.
#include "../expect.h"
#include <setjmp.h>

__attribute__((noinline)) static void leave(jmp_buf *where, int value) { longjmp(*where, value); }

static int serial(int n) {
  jmp_buf here;
  volatile int rounds = 0;
  if (setjmp(here) < n) {
    rounds++;
    leave(&here, rounds);
  }
  return rounds;
}

int main(void) {
  static jmp_buf around;
  volatile int outer = 0;
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for
    for (int i = 0; i < 10; i++)
      sum += serial(i % 4 + 1);
#pragma omp single
    sum += serial(5);
#pragma omp critical
    sum += serial(2) - 2;
  }
  if (setjmp(around) < 3) {
    int inner = 0;
#pragma omp parallel for reduction(+ : inner)
    for (int i = 0; i < 4; i++)
      inner++;
    outer += inner;
    leave(&around, outer / 4);
  }
  printf("%d %d\n", sum, outer);
  EXPECT_EQ(sum, 28);
  EXPECT_EQ(outer, 12);
  return 0;
}
