// tare: also: a.c b.c sub/a.c
// Static functions and files of one name in several units.
#include "../../expect.h"
int from_a(int n);
int from_b(int n);
int from_sub_a(int n);

static int helper(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 100;
  return sum;
}

int main(void) {
  int a = from_a(3), b = from_b(3), c = from_sub_a(3);
  printf("%d %d %d %d\n", a, b, c, helper(3));
  EXPECT_EQ(a, 4);
  EXPECT_EQ(b, 31);
  EXPECT_EQ(c, 3001);
  return 0;
}
