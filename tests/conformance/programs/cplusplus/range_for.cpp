// tare: flags: -std=c++20
// Range-based loops as the loop of a directive, with initialisers, references and bindings.
#include "../expect.h"
#include <array>
#include <utility>
#include <vector>

int main() {
  std::vector<int> values(20, 1);
  std::array<std::pair<int, int>, 5> pairs{{{1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}}};
  int sum = 0;
#pragma omp parallel for
  for (auto &value : values)
    value += 2;
#pragma omp parallel for reduction(+ : sum)
  for (int value : values)
    sum += value;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum) schedule(dynamic)
    for (const auto &pair : pairs) {
      auto [first, second] = pair;
      sum += first * second;
    }
#pragma omp single
    for (int step = 2; auto value : values)
      sum += step + value - 5;
#pragma omp critical
    for (auto &&[first, second] : pairs)
      if (first > second)
        sum = -1;
  }
  printf("%d\n", sum);
  EXPECT_EQ(sum, 60 + 70);
  return 0;
}
