// #pragma GCC push_options, optimize, target and pop_options around functions with constructs.
#include "../expect.h"

#pragma GCC push_options
#pragma GCC optimize("O0")
static int slow(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
#pragma GCC pop_options
#pragma GCC optimize("O3")
static int fast(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
#pragma clang optimize off
static int other(int n) {
#pragma omp critical
  n++;
  return n;
}
#pragma clang optimize on
#pragma GCC system_header
static int in_system_header(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum++;
  return sum;
}
#pragma GCC poison strtok

int main(void) {
  printf("%d %d %d %d\n", slow(10), fast(10), other(1), in_system_header(4));
  EXPECT_EQ(slow(10) + fast(10) + other(1) + in_system_header(4), 96);
  return 0;
}
