// tare: env: OMP_STACKSIZE=64M
// Megabytes of private data on every thread's stack.
#include "../expect.h"
#include <string.h>

enum { SIZE = 5 << 20 };

int main(void) {
  static char filler;
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    char block[SIZE];
    memset(block, 1 + filler, sizeof block);
#pragma omp for
    for (int i = 0; i < 10; i++)
      sum += block[i * (SIZE / 10)];
#pragma omp single
    {
      char more[SIZE / 4];
      memset(more, 2 + filler, sizeof more);
      sum += more[SIZE / 8];
    }
  }
  printf("%d\n", sum);
  EXPECT_EQ(sum, 12);
  return 0;
}
