// tare: profiles: 0
// tare: plain-fails: clang it has no nested functions
// GNU C's nested functions, which hold constructs and are called within constructs.
#include "../expect.h"

int main(void) {
  int sum = 0, n = 10;
  int add(int k) {
    int local = 0;
#pragma omp parallel for reduction(+ : local)
    for (int i = 0; i < n; i++)
      local += k;
    return local;
  }
  auto void later(void);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  void later(void) {
#pragma omp critical
    sum++;
  }
  sum += add(3);
#pragma omp parallel
#pragma omp single
  later();
  printf("%d\n", sum);
  EXPECT_EQ(sum, 45 + 30 + 1);
  return 0;
}
