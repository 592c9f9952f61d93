// tare: flags: -std=c++17 -Wall -Wextra -Werror -Wpedantic
// C++17: structured bindings, if with initialiser, inline variables, fold expressions, deduction.
#include "../expect.h"
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

inline int counter = 0;

template <typename... T> static int sumOf(T... values) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    sum += (values + ...);
  return sum;
}

[[nodiscard]] static std::optional<int> find(std::string_view text) {
  if (auto n = text.size(); n > 3) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::size_t i = 0; i < n; i++)
      sum += text[i] == 'a';
    return sum;
  } else {
#pragma omp critical
    counter++;
  }
  return std::nullopt;
}

int main() {
  std::map<int, int> squares;
  auto [first, second] = std::tuple(3, 4);
  int total = 0, one = first, two = second;
#pragma omp parallel reduction(+ : total)
  {
    [[maybe_unused]] int unused = 0;
#pragma omp single
    for (int i = 0; i < 4; i++)
      squares.try_emplace(i, i * i);
#pragma omp for
    for (int i = 0; i < 4; i++)
      if (auto it = squares.find(i); it != squares.end())
        total += it->second;
#pragma omp single
    for (const auto &[key, value] : squares)
      total += key * value;
  }
  printf("%d %d %d %d\n", sumOf(1, 2, 3), find("banana").value(), total, one + two);
  EXPECT_EQ(sumOf(1, 2, 3), 24);
  EXPECT(!find("x") && counter == 1);
  EXPECT_EQ(total, 14 + 36);
}
