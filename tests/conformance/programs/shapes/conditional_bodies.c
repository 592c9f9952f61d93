// #if and #ifdef in the middle of constructs, clauses on continuation lines and unbalanced branches.
#include "../expect.h"

#define MANUAL 1

static long fib(int n, int depth) {
  long a, b;
  if (n < 2)
    return n;
#if defined(MANUAL)
  if (depth < 4) {
#pragma omp task shared(a) firstprivate(n)
    a = fib(n - 1, depth + 1);
#pragma omp task shared(b) firstprivate(n)
    b = fib(n - 2, depth + 1);
#pragma omp taskwait
  } else
#endif
  {
    a = fib(n - 1, depth + 1);
    b = fib(n - 2, depth + 1);
  }
  return a + b;
}

int main(void) {
  long result = 0;
  int sum = 0;
#pragma omp parallel
  {
#if MANUAL
#pragma omp single
    {
#else
#pragma omp master
    {
      sum = 100;
#endif
      result = fib(12, 0);
    }
#ifdef UNKNOWN
#pragma omp barrier
#endif
#if MANUAL
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
#else
    for (int j = 0; j < 10; j++)
#endif
    {
      sum++;
    }
  }
  printf("%ld %d\n", result, sum);
  EXPECT_EQ(result, 144);
  EXPECT_EQ(sum, 10);
  return 0;
}
