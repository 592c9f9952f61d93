// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/slowed_twins.h"

#include <algorithm>

namespace tare {

SlowedTwins::SlowedTwins(const SerialRunTimes &serial) : plain_s_(serial.plain_s) {
  constexpr double least_share = 0.05;
  double longer_s = serial.probed_s - serial.plain_s;
  if (plain_s_ > 0 && longer_s - serial.probes_s > least_share * plain_s_)
    longer_ = longer_s / plain_s_;
}

Estimate SlowedTwins::widened(Estimate amount, double twin_s, int threads) const {
  double twin = std::clamp(twin_s, 0.0, plain_s_);
  double elsewhere = longer_ * twin, here = std::min(twin, longer_ * (plain_s_ - twin));
  double wider = std::max(elsewhere, here) / threads;
  amount.low_s -= wider;
  amount.high_s += wider;
  return amount;
}

} // namespace tare
