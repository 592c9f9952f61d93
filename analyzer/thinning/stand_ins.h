// SPDX-License-Identifier: Apache-2.0
// How much each measured instance of a region counts beside itself, so that together they are those
// that were left out.
//
// What is known of the latter is how many they were and how long they took together, N and A, and
// of each measured instance i its span s_i and how many lie between it and its neighbours, n_i.
// Each standing for stands_for_i / s_i of itself would be wrong however many were measured: the
// mean of 1 / s is not 1 over the mean of s, so what takes the same in every instance would come
// out too large. So the weights are
//
//   a_i = n_i (1 + l (s_i - mean s))    where sum a_i = N and sum a_i s_i = A     (calibrated)
//   a_i = n_i A / sum n_j s_j           where that would more than double one, or halve it
//
// (Deville and Saerndal 1992: calibration, and the ratio estimator). Both are unbiased but for a
// part of the order of 1 over the number of measured instances.
#pragma once

#include "analyzer/profile/spent_list.h"

#include <cstdint>
#include <vector>

namespace tare {

/// A measured instance.
struct StandIn {
  double near = 0; // left-out ones whose neighbour it is; one between two is half of each one's
  Ticks span = 0;
};

/// Instances of one region that were left out.
struct SkippedInstances {
  uint64_t instances = 0;
  Ticks span = 0;
};

/// How often a measured instance counts beside itself: its times and what it counted. These differ
/// where all left-out instances were, on average, longer or shorter than any that was measured.
struct Standing {
  double times = 0, counts = 0;
};

/// Some are near. The times of the result, multiplied by the spans, sum to that of what was left
/// out, unless all those spans are 0.
std::vector<Standing> weigh(const std::vector<StandIn> &stand_ins, const SkippedInstances &skipped);

} // namespace tare
