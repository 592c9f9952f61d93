// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/least_squares.h"

#include <cmath>

namespace tare {

namespace {

double square(double value) { return value * value; }

} // namespace

Settlement settle(double missing_s, double half_s, const std::vector<UnsureCause> &causes) {
  Settlement settled;
  settled.causes.resize(causes.size());
  double left = missing_s;
  for (bool is_done = false; !is_done;) {
    double variance = square(half_s);
    for (size_t i = 0; i < causes.size(); ++i)
      if (!settled.causes[i].at_bound)
        variance += square(causes[i].effect * causes[i].half);
    is_done = true;
    double taken = 0, bounds = 0;
    double causes_variance = variance - square(half_s);
    for (size_t i = 0; i < causes.size(); ++i) {
      const UnsureCause &cause = causes[i];
      SettledCause &its = settled.causes[i];
      if (its.at_bound) {
        bounds += square(cause.effect * its.half);
        continue;
      }
      double own = square(cause.effect * cause.half);
      its.units = variance > 0 && cause.effect != 0 ? own / variance * left / cause.effect : 0;
      its.half = variance > 0 ? cause.half * std::sqrt(std::fmax(1 - own / variance, 0)) : 0;
      if (is_done && (its.units < cause.low || its.units > cause.high)) {
        its = {std::fmin(std::fmax(its.units, cause.low), cause.high), its.half, true};
        left -= its.units * cause.effect;
        is_done = false; // the others share the rest anew
      }
      taken += its.at_bound ? 0 : its.units * cause.effect;
    }
    settled.left_s = left - taken;
    double free = variance > 0 ? causes_variance * square(half_s) / variance : 0;
    settled.half_s = std::sqrt(free + bounds);
  }
  return settled;
}

} // namespace tare
