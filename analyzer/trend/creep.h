// SPDX-License-Identifier: Apache-2.0
// Changes that are each too small to be seen, since the version that somebody accepted.
//
//   levels, accepted version -> [creep] -> how far it has come
#pragma once

#include "analyzer/trend/steps.h"

namespace tare {

struct Creep {
  double by = 0;    // the newest versions against the accepted one's
  double error = 0; // standard error
  bool is_one = false; // beyond chance, and no single step explains it
};

/// The newest points against those at `accepted`: as many of each as there are, at most five.
/// `worth`: what it has to be at least, in the unit of the values.
Creep creepSince(std::span<const TrendPoint> points, size_t accepted, double worth);

} // namespace tare
