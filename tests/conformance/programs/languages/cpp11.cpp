// tare: flags: -std=c++11 -pedantic-errors -Wall -Wextra -Werror
// C++11: lambdas, auto, move-only objects, initializer lists, enum class, raw strings, alignas.
#include "../expect.h"
#include <array>
#include <memory>
#include <string>
#include <vector>

enum class Mode : unsigned char { Plain, Twice };

static int apply(const std::vector<int> &values, Mode mode) {
  auto factor = [mode](int x) -> int { return mode == Mode::Twice ? 2 * x : x; };
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < values.size(); i++)
    sum += factor(values[i]);
  return sum;
}

int main() {
  std::unique_ptr<int> owner(new int(4));
  alignas(64) int total = 0;
  const std::string raw = R"x(#pragma omp parallel { "// )x";
  std::array<int, 4> slots{{1, 2, 3, 4}};
#pragma omp parallel
  {
    decltype(total) mine{0};
    for (auto slot : slots)
      mine += slot;
#pragma omp critical
    {
      auto add = [&]() { total = mine; };
      add();
    }
#pragma omp barrier
#pragma omp single
    total += *owner + static_cast<int>(raw.size());
  }
  printf("%d %d %d\n", apply({1, 2, 3}, Mode::Plain), apply({1, 2, 3}, Mode::Twice), total);
  EXPECT_EQ(apply({1, 2, 3}, Mode::Twice), 12);
  EXPECT_EQ(total, 14 + static_cast<int>(raw.size()));
  return 0;
}
