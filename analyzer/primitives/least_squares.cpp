// SPDX-License-Identifier: Apache-2.0
#include "analyzer/primitives/least_squares.h"

#include "base/least_squares.h"

#include <algorithm>

namespace tare {
namespace {

using Columns = std::vector<std::vector<double>>;

/// The sum of (1 - what the costs of the columns predict)^2.
double squaresOff(const Columns &columns, const std::vector<double> &costs) {
  double sum = 0;
  for (size_t i = 0; i < columns.front().size(); ++i) {
    double off = 1;
    for (size_t j = 0; j < columns.size(); ++j)
      off -= columns[j][i] * costs[j];
    sum += off * off;
  }
  return sum;
}

} // namespace

std::vector<double> notNegativeCosts(const std::vector<std::vector<double>> &counts,
                                     const std::vector<double> &times) {
  const size_t unknowns = counts.empty() ? 0 : counts.front().size();
  Columns scaled(unknowns, std::vector<double>(counts.size()));
  for (size_t i = 0; i < counts.size(); ++i)
    for (size_t j = 0; j < unknowns; ++j)
      scaled[j][i] = counts[i][j] / times[i];
  std::vector<double> best(unknowns, 0);
  auto least = static_cast<double>(counts.size());
  for (unsigned kept = 1; kept < 1u << unknowns; ++kept) {
    Columns part;
    std::vector<size_t> columns;
    for (size_t j = 0; j < unknowns; ++j)
      if (kept >> j & 1) {
        columns.push_back(j);
        part.push_back(scaled[j]);
      }
    if (part.size() > counts.size())
      continue;
    std::vector<double> found = LeastSquares(part).solve(std::vector<double>(counts.size(), 1));
    double off = squaresOff(part, found);
    if (*std::ranges::min_element(found) < 0 || !(off < least))
      continue;
    least = off;
    best.assign(unknowns, 0);
    for (size_t j = 0; j < columns.size(); ++j)
      best[columns[j]] = found[j];
  }
  return best;
}

} // namespace tare
