// SPDX-License-Identifier: Apache-2.0
// Only the factorisation is Eigen's. Its solve() takes blocks of right-hand sides, and compiling
// that takes longer than the rest of this room.
#include "base/least_squares.h"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

Eigen::MatrixXd matrixOf(const std::vector<std::vector<double>> &columns) {
  Eigen::MatrixXd matrix(columns.front().size(), columns.size());
  for (size_t j = 0; j < columns.size(); ++j)
    for (size_t i = 0; i < columns[j].size(); ++i)
      matrix(Eigen::Index(i), Eigen::Index(j)) = columns[j][i];
  return matrix;
}

} // namespace

struct LeastSquares::Factors {
  explicit Factors(const std::vector<std::vector<double>> &columns)
      : qr(matrixOf(columns)), rows(columns.front().size()), unknowns(columns.size()) {}

  /// R above the diagonal and on it, the reflections below.
  double at(size_t row, size_t column) const {
    return qr.matrixQR()(Eigen::Index(row), Eigen::Index(column));
  }
  size_t pivot(size_t column) const {
    return size_t(qr.colsPermutation().indices()(Eigen::Index(column)));
  }

  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  size_t rows, unknowns;
};

LeastSquares::LeastSquares(const std::vector<std::vector<double>> &columns)
    : factors_(std::make_unique<const Factors>(columns)) {}

LeastSquares::~LeastSquares() = default;

bool LeastSquares::isIndependent(double threshold) const {
  double largest = std::fabs(factors_->at(0, 0));
  for (size_t j = 0; j < factors_->unknowns; ++j)
    if (!(std::fabs(factors_->at(j, j)) > threshold * largest))
      return false;
  return true;
}

std::vector<double> LeastSquares::backSubstituted(std::vector<double> values) const {
  values.resize(factors_->unknowns);
  for (size_t j = values.size(); j-- > 0;) {
    for (size_t k = j + 1; k < values.size(); ++k)
      values[j] -= factors_->at(j, k) * values[k];
    double pivot = factors_->at(j, j);
    values[j] = pivot == 0 ? 0 : values[j] / pivot;
  }
  return values;
}

// Each reflection is I - tau v v^T; v begins with a 1 that is not stored.
std::vector<double> LeastSquares::solve(std::vector<double> values) const {
  const Factors &factors = *factors_;
  for (size_t j = 0; j < factors.unknowns; ++j) {
    double along = values[j];
    for (size_t i = j + 1; i < factors.rows; ++i)
      along += factors.at(i, j) * values[i];
    along *= factors.qr.hCoeffs()(Eigen::Index(j));
    values[j] -= along;
    for (size_t i = j + 1; i < factors.rows; ++i)
      values[i] -= along * factors.at(i, j);
  }
  std::vector<double> pivoted = backSubstituted(std::move(values)), found(pivoted.size());
  for (size_t j = 0; j < found.size(); ++j)
    found[factors.pivot(j)] = pivoted[j];
  return found;
}

// With A P = Q R it is P (R^-1)(R^-1)^T P^T.
std::vector<double> LeastSquares::covariance() const {
  const size_t n = factors_->unknowns;
  std::vector<std::vector<double>> inverse; // its columns
  for (size_t j = 0; j < n; ++j) {
    std::vector<double> unit(n, 0);
    unit[j] = 1;
    inverse.push_back(backSubstituted(std::move(unit)));
  }
  std::vector<double> product(n * n, 0);
  for (size_t i = 0; i < n; ++i)
    for (size_t k = 0; k < n; ++k)
      for (size_t j = std::max(i, k); j < n; ++j)
        product[factors_->pivot(i) * n + factors_->pivot(k)] += inverse[j][i] * inverse[j][k];
  return product;
}

} // namespace tare
