// SPDX-License-Identifier: Apache-2.0
// Profiles that a test looks at once: who met whom in them is found out on the spot.
#pragma once

#include "analyzer/books/balance_run.h"
#include "analyzer/books/conservation.h"
#include "analyzer/perturbation/approximate.h"
#include "analyzer/thinning/expanded.h"

#include <utility>

namespace tare {

inline Result<void> checkConservation(const Profile &profile) {
  return checkConservation(profile, Teams(profile));
}

inline Approximation approximate(Profile measured, const ProbeCosts &costs,
                                 CostBound bound = CostBound::Typical) {
  Teams teams(measured);
  return approximate(std::move(measured), teams, costs, bound);
}

inline Expansion expanded(const Profile &measured, int without = -1) {
  return expanded(measured, Teams(measured), without);
}

inline Result<BalancedRun> balanceRun(const Profile &profile, int threads, const KeyTable &table,
                                      const std::vector<int> &keys) {
  return balanceRun(profile, Teams(profile), threads, table, keys);
}

} // namespace tare
