// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/slowed_counterparts.h"

#include <algorithm>

namespace tare {

SlowedCounterparts::SlowedCounterparts(const SerialRunTimes &serial) : plain_s_(serial.plain_s) {
  constexpr double least_share = 0.05;
  double longer_s = serial.probed_s - serial.plain_s;
  if (plain_s_ > 0 && longer_s - serial.probes_s > least_share * plain_s_)
    longer_ = longer_s / plain_s_;
}

Estimate SlowedCounterparts::widened(Estimate amount, double counterpart_s, int threads) const {
  double counterpart = std::clamp(counterpart_s, 0.0, plain_s_);
  double elsewhere = longer_ * counterpart,
         here = std::min(counterpart, longer_ * (plain_s_ - counterpart));
  double wider = std::max(elsewhere, here) / threads;
  amount.low_s -= wider;
  amount.high_s += wider;
  return amount;
}

} // namespace tare
