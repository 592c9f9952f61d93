// SPDX-License-Identifier: Apache-2.0
// How fast the clock of a file ticked: two readings of it, each beside one of CLOCK_MONOTONIC.
#pragma once

#include "base/result.h"

#include <cstdint>

namespace tare {

struct ClockReading {
  uint64_t tick = 0;
  uint64_t ns = 0;
};

/// Error when the readings are out of order or no clock ticks like that.
Result<double> ticksPerSecond(uint32_t clock, ClockReading first, ClockReading second);

} // namespace tare
