// Pragmas after labels, after case: and default:, in a switch inside and outside of constructs.
#include "../expect.h"

static int classify(int kind) {
  int result = 0, rounds = 0;
again:
#pragma omp parallel for reduction(+ : result)
  for (int i = 0; i < 4; i++)
    result += i;
  if (++rounds < 2)
    goto again;
  switch (kind) {
  case 0:
#pragma omp parallel
  {
#pragma omp single
    result += 100;
  } break;
  case 1:
  case 2:
#pragma omp critical
    result += 200;
    /* fall through */
  default:
#pragma omp parallel reduction(+ : result)
#pragma omp single
    result += 1000;
    break;
  case 9:;
#pragma omp parallel
#pragma omp master
    result = 9;
  }
  goto end;
end:
#pragma omp critical
  result++;
  return result;
}

static int inside(void) {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 12; i++) {
      switch (i % 3) {
      case 0:
#pragma omp atomic
        sum++;
        break;
      case 1:
#pragma omp critical
      {
        sum += 10;
      not_a_way_out:
        if (sum < 0)
          goto not_a_way_out;
      } break;
      default:
#pragma omp critical
        sum += 100;
      }
    }
    switch (sum) {
    default:
#pragma omp single
      sum++;
    }
  }
  return sum;
}

int main(void) {
  printf("%d %d %d %d %d\n", classify(0), classify(1), classify(3), classify(9), inside());
  EXPECT_EQ(classify(0), 113);
  EXPECT_EQ(classify(2), 1213);
  EXPECT_EQ(classify(5), 1013);
  EXPECT_EQ(classify(9), 10);
  EXPECT_EQ(inside(), 4 * 111 + 1);
  return 0;
}
