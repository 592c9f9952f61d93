// tare: flags: -std=c++20 -Wall -Wextra
// C++20: concepts, spans, ranges in serial code, designated initialisers, template lambdas, likely.
#include "../expect.h"
#include <concepts>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T> static T sumOf(std::span<const T> values) {
  T sum{};
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < values.size(); i++)
    if (values[i] > 0) [[likely]]
      sum += values[i];
    else [[unlikely]] {
      sum -= values[i];
    }
  return sum;
}

static auto product(std::floating_point auto x, std::integral auto n) {
  auto result = x;
#pragma omp parallel for reduction(* : result)
  for (decltype(n) i = 1; i < n; i++)
    result *= x;
  return result;
}

struct Options {
  int threads = 1, rounds = 1;
};

int main() {
  std::vector<int> values(10);
  std::iota(values.begin(), values.end(), -3);
  static constexpr Options options{.threads = 2, .rounds = 3};
  int total = 0;
  auto add = [&total]<typename T>(const std::vector<T> &all) {
#pragma omp parallel num_threads(options.threads) reduction(+ : total)
    {
#pragma omp for
      for (std::size_t i = 0; i < all.size(); i++)
        total += all[i];
#pragma omp single
      for (int even : all | std::views::filter([](int v) { return v % 2 == 0; }))
        total += even;
    }
  };
  for (int round = 0; auto value : values)
    if (round++ < options.rounds)
      add(std::vector{value, value});
  printf("%d %g %d\n", sumOf<int>(values), product(2.0, 5), total);
  EXPECT_EQ(sumOf<int>(values), 6 + 21);
  EXPECT(product(2.0, 5) == 32);
  EXPECT_EQ(total, -12 - 4);
}
