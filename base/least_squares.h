// SPDX-License-Identifier: Apache-2.0
// Least squares of few unknowns, by Householder reflections with column pivoting (Golub and Van
// Loan, Matrix Computations, algorithm 5.4.1; the reflections are Eigen's).
#pragma once

#include <memory>
#include <vector>

namespace tare {

class LeastSquares {
public:
  /// The matrix A by its columns: at least one, all of the same length, not shorter than there are
  /// columns.
  explicit LeastSquares(const std::vector<std::vector<double>> &columns);
  ~LeastSquares();

  /// Whether no column is nearly a sum of others: all pivots are above `threshold` of the largest.
  bool isIndependent(double threshold) const;
  /// The x for which |A x - values| is least; one value for each row. A pivot of 0 leaves its
  /// unknown at 0.
  std::vector<double> solve(std::vector<double> values) const;
  /// The inverse of the transposed A times A, row by row; the columns are independent.
  std::vector<double> covariance() const;

private:
  /// R x = values in place, in the order of the pivots; what is behind the first values is dropped.
  std::vector<double> backSubstituted(std::vector<double> values) const;
  struct Factors;
  std::unique_ptr<const Factors> factors_;
};

} // namespace tare
