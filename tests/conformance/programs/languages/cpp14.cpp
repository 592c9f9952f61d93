// tare: flags: -std=c++14 -Wall -Wextra -Werror -Wpedantic
// C++14: generic lambdas, return type deduction, variable templates, digit separators, constexpr
// loops.
#include "../expect.h"
#include <utility>

template <typename T> constexpr T scale = T(3);

constexpr int triangle(int n) {
  int sum = 0;
  for (int i = 0; i <= n; i++)
    sum += i;
  return sum;
}

static auto sumOf(int n) {
  auto add = [](auto a, auto b) { return a + b; };
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum = add(sum, scale<long> * i);
  return sum;
}

int main() {
  static_assert(triangle(4) == 10, "constexpr");
  auto total = 1'000L;
  auto inner = [value = sumOf(10), &total](auto n) {
#pragma omp parallel for reduction(+ : total)
    for (decltype(n) i = 0; i < n; i++)
      total += value;
    return total;
  };
  printf("%ld %ld\n", sumOf(10), inner(4));
  EXPECT_EQ(total, 1000 + 4 * 135);
  EXPECT_EQ(inner(2L), 1000 + 6 * 135);
}
