// SPDX-License-Identifier: Apache-2.0
// Few costs that are not negative, from measured times.
#pragma once

#include <vector>

namespace tare {

/// Costs x >= 0 with counts * x near `times`: least squares of relative errors, the best of all
/// choices of costs that are 0. Each row has as many counts as there are costs, at most 8; times
/// are above 0.
std::vector<double> notNegativeCosts(const std::vector<std::vector<double>> &counts,
                                     const std::vector<double> &times);

} // namespace tare
