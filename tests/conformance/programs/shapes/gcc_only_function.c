// tare: skip: clang the program is for gcc only
// tare: treatment: parallel for reduction(+ : kept) measured 1
// tare: treatment: critical left-alone 1
// One function uses what clang cannot read: it alone is left alone, the others are measured.
#include "../expect.h"

static int only_gcc(int n) {
  int sum = 0;
  int inner(int k) { return k + n; }
#pragma omp critical
  sum = inner(1);
  return sum;
}

static int kept_one(int n) {
  int kept = 0;
#pragma omp parallel for reduction(+ : kept)
  for (int i = 0; i < n; i++)
    kept += i;
  return kept;
}

int main(void) {
  printf("%d %d\n", only_gcc(2), kept_one(10));
  EXPECT_EQ(only_gcc(2), 3);
  EXPECT_EQ(kept_one(10), 45);
  return 0;
}
