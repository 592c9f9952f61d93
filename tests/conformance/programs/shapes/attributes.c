// Attributes on variables, statements, labels and functions with constructs.
#include "../expect.h"

static int sum_of(int, int) __attribute__((noinline, warn_unused_result));
static int sum_of(int n, int kind) {
  int sum __attribute__((aligned(64))) = 0;
  __attribute__((unused)) int spare = 0;
  switch (kind) {
  case 0:
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += i;
    __attribute__((fallthrough));
  case 1:
#pragma omp parallel
  {
    __attribute__((unused)) int mine = 1;
#pragma omp single
    sum += 1000;
  }
  }
  goto end;
end:
  __attribute__((unused));
#pragma omp critical
  sum++;
  return sum;
}

__attribute__((always_inline)) static inline int inlined(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < n; i++)
    sum++;
  return sum;
}

__attribute__((hot, optimize("O3"))) static int optimized(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 2;
  return sum;
}

__attribute__((noreturn)) static void leave(int status) {
#pragma omp parallel
#pragma omp single
  status += 0;
  exit(status);
}

int main(void) {
  printf("%d %d %d %d\n", sum_of(10, 0), sum_of(10, 1), inlined(9), optimized(5));
  EXPECT_EQ(sum_of(10, 0), 1046);
  EXPECT_EQ(sum_of(10, 1), 1001);
  EXPECT_EQ(inlined(9), 9);
  EXPECT_EQ(optimized(5), 10);
  leave(0);
}
