// Constructs in functions that call themselves, directly, through another, and from within a region.
#include "../expect.h"
#include <omp.h>

static long fib(int n) {
  long a = 0, b = 0;
  if (n < 2)
    return n;
#pragma omp task shared(a) if (n > 8)
  a = fib(n - 1);
#pragma omp task shared(b) if (n > 8)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static int odd(int n);
static int even(int n) {
  int result = 0;
#pragma omp parallel num_threads(2) reduction(max : result)
#pragma omp single
  result = n == 0 ? 1 : odd(n - 1);
  return result;
}
static int odd(int n) {
  int result = 0;
#pragma omp critical(odd)
  result = n;
#pragma omp parallel for num_threads(2) reduction(max : result)
  for (int i = 0; i < 1; i++)
    result = n == 0 ? 0 : even(n - 1);
  return result;
}

static int depth_sum(int n) {
  int sum = n;
  if (n > 0) {
#pragma omp parallel for num_threads(1) reduction(+ : sum)
    for (int i = 0; i < 2; i++)
      sum += depth_sum(n - 1);
  }
  return sum;
}

int main(void) {
  long f = 0;
#pragma omp parallel
#pragma omp single
  f = fib(15);
  omp_set_max_active_levels(2);
  printf("%ld %d %d\n", f, even(4) + 0 * odd(1), depth_sum(4));
  EXPECT_EQ(f, 610);
  EXPECT_EQ(depth_sum(4), 4 + 2 * (3 + 2 * (2 + 2 * (1 + 0))));
  return 0;
}
