// tare: flags: -std=c++20
// [[likely]] on statements under a pragma, attributes on loops, omp attributes left to others,
// noexcept.
#include "../expect.h"

[[gnu::noinline]] static int sumOf(int n) noexcept {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    if (i % 2 == 0) [[likely]]
      sum += i;
    else [[unlikely]] {
#pragma omp atomic
      sum += 0;
    }
  return sum;
}

[[noreturn]] static void leave(int status) {
#pragma omp parallel
#pragma omp single
  status++;
  exit(status - 1);
}

int main() {
  int sum = 0;
#pragma omp parallel
  {
    [[maybe_unused]] const int mine = 1;
    if (mine == 1) [[likely]] {
#pragma omp critical
      sum += 0;
    }
    switch (mine) {
      [[likely]] case 1 :
#pragma omp single
          sum++;
      [[fallthrough]];
    default:;
    }
#pragma omp single
    [[maybe_unused]] int nothing = 0;
  }
  for (int round = 0; round < 2; round++)
    [[likely]] {
#pragma omp parallel for reduction(+ : sum)
      for (int i = 0; i < 3; i++)
        [[likely]] sum++;
    }
  printf("%d %d\n", sumOf(10), sum);
  EXPECT_EQ(sumOf(10), 20);
  EXPECT_EQ(sum, 7);
  leave(0);
}
