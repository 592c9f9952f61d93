// setjmp and longjmp within one thread: inside a serial loop of a region, inside a loop's body, and
// around whole regions.
#include "../expect.h"
#include <setjmp.h>

static void leave(jmp_buf *where, int value) { longjmp(*where, value); }

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
    for (int i = 0; i < 10; i++) {
      jmp_buf inside;
      volatile int turn = 0;
      setjmp(inside);
      if (turn++ < 3)
        leave(&inside, 1);
      sum += turn;
    }
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
  EXPECT_EQ(sum, 45);
  EXPECT_EQ(outer, 12);
  return 0;
}
