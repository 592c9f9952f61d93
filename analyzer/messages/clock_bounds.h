// SPDX-License-Identifier: Apache-2.0
// Bounds of offsets between clocks, and what follows from all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tare {

/// offset[later] >= offset[earlier] + earlier_s - later_s: something that host `earlier` did at its
/// time earlier_s came before what `later` did at later_s.
struct ClockBound {
  uint32_t earlier = 0, later = 0;
  double earlier_s = 0, later_s = 0;
};

struct OffsetRange {
  double low = 0, high = 0; // infinite: nothing bounds it
};

/// Of each host's offset against host 0. Error of none: where bounds contradict each other, low is
/// above high. Cost: hosts^2 times the length of the longest chain.
std::vector<OffsetRange> offsetRanges(size_t hosts, const std::vector<ClockBound> &bounds);

/// How fast host `host` must run against host 0 for a constant offset to keep the bounds between
/// them; 0: it need not.
double driftOf(uint32_t host, const std::vector<ClockBound> &bounds);

} // namespace tare
