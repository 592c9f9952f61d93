// tare: flags: -std=c++23
// C++23 as both compilers have it: if consteval, auto(x), size literals, multidimensional [].
#include "../expect.h"
#include <utility>
#include <vector>

struct Grid {
  std::vector<int> cells = std::vector<int>(12);
  int &operator[](std::size_t row, std::size_t column) { return cells[4 * row + column]; }
};

constexpr int where() {
  if
    consteval { return 1; }
  else {
    return 2;
  }
}

enum class Side : int { Left = 3 };

int main() {
  Grid grid;
  int sum = 0;
#pragma omp parallel for collapse(2)
  for (auto row = 0uz; row < 3uz; row++)
    for (auto column = 0uz; column < 4uz; column++)
      grid[row, column] = static_cast<int>(row * column);
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for
    for (int i = 0; i < 12; i++)
      sum += grid.cells[i];
#pragma omp single
    sum += std::to_underlying(Side::Left) + auto(where());
  }
  printf("%d\n", sum);
  EXPECT_EQ(sum, 18 + 5);
}
