// SPDX-License-Identifier: Apache-2.0
// A loop over several kernels, as solvers have it: a step of Jacobi's method, the norm of the change,
// a copy. One of them sorts, so that its work changes when it is repeated on its own result.
//
//   heat N PASSES
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace heat {

class Field {
public:
  explicit Field(int n) : n(n), values(std::size_t(n) * n, 0.0) {}
  double &at(int i, int j) { return values[std::size_t(i) * n + j]; }
  const double &at(int i, int j) const { return values[std::size_t(i) * n + j]; }

  int n;
  std::vector<double> values;
};

void smooth(const Field &from, Field &to) {
#pragma omp parallel for
  for (int i = 1; i < from.n - 1; ++i)
    for (int j = 1; j < from.n - 1; ++j)
      to.at(i, j) =
          0.25 * (from.at(i - 1, j) + from.at(i + 1, j) + from.at(i, j - 1) + from.at(i, j + 1));
}

double change(const Field &one, const Field &other) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < one.n; ++i)
    for (int j = 0; j < one.n; ++j)
      sum += std::abs(one.at(i, j) - other.at(i, j));
  return sum;
}

void copy(const Field &from, Field &to) {
#pragma omp parallel for
  for (int i = 0; i < from.n; ++i)
    for (int j = 0; j < from.n; ++j)
      to.at(i, j) = from.at(i, j);
}

/// The largest values of one column, in order.
void rank(const Field &field, std::vector<double> &column) {
  for (int i = 0; i < field.n; ++i)
    column[std::size_t(i)] = field.at(i, field.n / 2);
}

void order(std::vector<double> &column) {
  for (std::size_t i = 1; i < column.size(); ++i) {
    double value = column[i];
    std::size_t k = i;
    for (; k > 0 && column[k - 1] > value; --k)
      column[k] = column[k - 1];
    column[k] = value;
  }
}

} // namespace heat

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 300, passes = argc > 2 ? std::atoi(argv[2]) : 20;
  heat::Field now(n), next(n);
  for (int i = 0; i < n; ++i)
    now.at(i, 0) = next.at(i, 0) = now.at(0, i) = next.at(0, i) = 100 - i % 100;
  std::vector<double> column(now.values.size() / std::size_t(n));
  double moved = 0, largest = 0;
  for (int pass = 0; pass < passes; ++pass) {
    heat::smooth(now, next);
    moved += heat::change(now, next);
    heat::copy(next, now);
    heat::rank(now, column);
    heat::order(column);
    largest += column.back();
  }
  std::printf("%.12g %.12g\n", moved, largest);
}
