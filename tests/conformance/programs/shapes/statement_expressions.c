// Constructs inside statement expressions, in declarations, conditions, calls and clauses.
#include "../expect.h"

#define SUM(n)                                                                                     \
  ({                                                                                               \
    int sum_ = 0;                                                                                  \
    _Pragma("omp parallel for reduction(+ : sum_)") for (int i_ = 0; i_ < (n); i_++) sum_ += i_;   \
    sum_;                                                                                          \
  })

static int twice(int n) { return 2 * n; }

int main(void) {
  int total = SUM(5), rounds = 0;
  int array[3] = {SUM(2), SUM(3), SUM(4)};
  if (SUM(4) == 6 && ({
        int flag = 0;
#pragma omp parallel
#pragma omp single
        flag = 1;
        flag;
      }))
    total += twice(SUM(6)) + SUM(3);
  for (int i = SUM(2); i < SUM(3); i += SUM(2))
    rounds++;
#pragma omp parallel num_threads(({ int n = 2; n > 4 ? 4 : n; })) reduction(+ : total)
#pragma omp single
  total += ({
    int mine = 0;
#pragma omp critical
    mine = 7;
    mine;
  });
  while (({
    int go = 0;
#pragma omp critical
    go = rounds-- > 0;
    go;
  }))
    total++;
  printf("%d\n", total);
  EXPECT_EQ(total, 10 + 30 + 3 + 7 + 2);
  EXPECT_EQ(array[0] + array[1] + array[2], 1 + 3 + 6);
  return 0;
}
