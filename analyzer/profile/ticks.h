// SPDX-License-Identifier: Apache-2.0
// Time in ticks of a run's clock. What a profile holds is checked, but its counts and the costs of
// probes may claim anything: what is computed from them stays within what a run can have.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tare {

using Ticks = int64_t;

/// No sum over all threads and nodes may exceed this: 24 years of one core at 3 GHz, and three
/// quarters of the range of Ticks are left for what accounts adds up.
inline constexpr uint64_t tick_limit = uint64_t(1) << 61;

/// Without its fraction, and within tick_limit; 0: not a number.
inline Ticks cutTicks(double ticks) {
  constexpr auto most = static_cast<double>(tick_limit);
  return std::isnan(ticks) ? 0 : static_cast<Ticks>(std::clamp(ticks, -most, most));
}

/// The nearest whole number, likewise.
inline Ticks wholeTicks(double ticks) { return cutTicks(std::round(ticks)); }

/// Adds up to tick_limit, and down to its negative.
inline void addWithin(Ticks &sum, Ticks more) {
  constexpr auto most = static_cast<Ticks>(tick_limit);
  if (__builtin_add_overflow(sum, more, &sum))
    sum = more > 0 ? most : -most;
  sum = std::clamp(sum, -most, most);
}

/// So many times as much, within the same.
inline Ticks timesWithin(Ticks times, Ticks ticks) {
  constexpr auto most = static_cast<Ticks>(tick_limit);
  Ticks product = 0;
  if (__builtin_mul_overflow(times, ticks, &product))
    product = (times < 0) == (ticks < 0) ? most : -most;
  return std::clamp(product, -most, most);
}

} // namespace tare
