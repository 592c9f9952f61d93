// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/interruptions.h"

#include <algorithm>

namespace tare {

Ticks Interruptions::lateness(uint32_t region, std::span<const OnItsWay> team) {
  if (team.size() < 2 || share_ <= 0 || length_ <= 0)
    return 0;
  auto last = std::ranges::max_element(team, {}, &OnItsWay::end);
  double &owed = owed_[region];
  Ticks gap = INT64_MAX;
  for (auto one = team.begin(); one != team.end(); ++one) {
    if (one == last)
      continue;
    Ticks spare = last->end - one->end;
    gap = std::min(gap, spare);
    owed += share_ * static_cast<double>(one->probes) *
            std::max(0.0, 1 - static_cast<double>(spare) / length_);
  }
  Ticks earlier = std::min(cutTicks(owed), gap);
  owed -= static_cast<double>(earlier);
  return earlier;
}

} // namespace tare
