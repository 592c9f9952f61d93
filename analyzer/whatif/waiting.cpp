// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/waiting.h"

#include <algorithm>
#include <cctype>
#include <limits>

namespace tare {

Waiting waitingNamed(std::string policy) {
  std::ranges::transform(policy, policy.begin(), [](unsigned char c) { return std::tolower(c); });
  return policy == "active"    ? Waiting::Active
         : policy == "passive" ? Waiting::Passive
                               : Waiting::AsMeasured;
}

WaitPolicy waitPolicyOf(std::string_view runtime, Waiting waiting, bool shares_cores,
                        double ticks_per_second, double wake_s) {
  constexpr double for_ever = std::numeric_limits<double>::infinity();
  constexpr double gomp_spins_s = 1e-3, omp_blocktime_s = 0.2;
  bool is_gomp = runtime.find("gomp") != std::string_view::npos;
  WaitPolicy sleeps{0, wake_s * ticks_per_second};
  if (waiting == Waiting::Passive)
    return sleeps;
  if (shares_cores && !is_gomp)
    return {0, 0}; // yields
  if (waiting == Waiting::Active)
    return {for_ever, 0};
  if (shares_cores)
    return sleeps;
  return {(is_gomp ? gomp_spins_s : omp_blocktime_s) * ticks_per_second, wake_s * ticks_per_second};
}

} // namespace tare
