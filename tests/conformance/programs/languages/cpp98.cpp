// tare: flags: -std=c++98 -pedantic-errors -Wall -Wextra -Werror
// C++98: no auto, no lambdas; templates with spaces between brackets, exceptions specifications.
#include "../expect.h"
#include <vector>

template <class T> struct Sum {
  // clang-format off
  std::vector<std::vector<T> > rows;
  // clang-format on
  T of() const throw() {
    T total = T();
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < static_cast<int>(rows.size()); i++) {
      T row = T();
      for (typename std::vector<T>::const_iterator it = rows[i].begin(); it != rows[i].end(); ++it)
        row += *it;
      total += row;
    }
    return total;
  }
};

int main() {
  Sum<long> sum;
  sum.rows.assign(10, std::vector<long>(3, 2));
#pragma omp parallel
  {
#pragma omp single
    sum.rows[0][0] = 3;
  }
  printf("%ld\n", sum.of());
  EXPECT_EQ(sum.of(), 61);
  return 0;
}
