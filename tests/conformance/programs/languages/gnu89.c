/* tare: flags: -std=gnu89 */
/* GNU C89: gnu inline, implicit declarations of functions defined below, asm, typeof. */
#include "../expect.h"

extern inline int half(int n) { return n / 2; }
int half(int n) { return n / 2; }

static inline int sum_of(int n) {
  int i, sum = 0; // line comments are known here
#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < n; i++)
    sum += half(2 * i);
  return sum;
}

int main(void) {
  typeof(sum_of(1)) sum = sum_of(10), i = 3;
#pragma omp parallel
  {
    int n = 2;
    asm volatile("" ::: "memory");
#pragma omp single
    {
      long long wide = n;
      sum += wide;
    }
  }
  printf("%d %d\n", sum, i);
  EXPECT_EQ(sum, 47);
  return 0;
}
