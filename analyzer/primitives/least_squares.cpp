// SPDX-License-Identifier: Apache-2.0
#include "analyzer/primitives/least_squares.h"

#include <Eigen/Dense>

namespace tare {

std::vector<double> notNegativeCosts(const std::vector<std::vector<double>> &counts,
                                     const std::vector<double> &times) {
  using Eigen::Index;
  auto rows = static_cast<Index>(counts.size());
  auto unknowns = counts.empty() ? Index(0) : static_cast<Index>(counts.front().size());
  Eigen::MatrixXd scaled(rows, unknowns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < unknowns; ++j)
      scaled(i, j) = counts[size_t(i)][size_t(j)] / times[size_t(i)];
  Eigen::VectorXd ones = Eigen::VectorXd::Ones(rows);
  std::vector<double> best(static_cast<size_t>(unknowns), 0);
  double least = ones.squaredNorm();
  for (unsigned kept = 1; kept < 1u << unknowns; ++kept) {
    std::vector<Index> columns;
    for (Index j = 0; j < unknowns; ++j)
      if (kept >> j & 1)
        columns.push_back(j);
    Eigen::MatrixXd part(rows, static_cast<Index>(columns.size()));
    for (size_t j = 0; j < columns.size(); ++j)
      part.col(static_cast<Index>(j)) = scaled.col(columns[j]);
    Eigen::VectorXd found = part.colPivHouseholderQr().solve(ones);
    double off = (ones - part * found).squaredNorm();
    if (found.minCoeff() < 0 || !(off < least))
      continue;
    least = off;
    best.assign(best.size(), 0);
    for (size_t j = 0; j < columns.size(); ++j)
      best[static_cast<size_t>(columns[j])] = found(static_cast<Index>(j));
  }
  return best;
}

} // namespace tare
