// SPDX-License-Identifier: Apache-2.0
// Two records of one run, held against each other: the cells of the source probes, and what OMPT
// told. Both are on the same clock, so times are compared in its ticks.
//
//   witness file -> witness -> [cross-check] <- profile
#pragma once

#include "analyzer/profile/profile.h"
#include "bench/witness/witness.h"

#include <string>
#include <vector>

namespace tare {

struct CheckedFigure {
  std::string name; // "barrier waits"
  bool is_time;     // thread time in ticks; else a count
  int64_t probes = 0, ompt = 0;
  std::string reason; // why the two cannot be compared in this program; empty: they can
};

struct CrossCheck {
  Ticks area = 0; // p * T
  double ticks_per_second = 0;
  double tool_ticks = 0; // thread time that the tool's own callbacks took, by their trial cost
  uint64_t events = 0;   // callbacks
  std::vector<CheckedFigure> figures;
  std::vector<std::string> notes;

  const CheckedFigure *figure(const std::string &name) const; // or null
};

/// Error when they are not of one process, or not on one clock.
Result<CrossCheck> crossCheck(const Profile &profile, const Witness &witness);

enum class Agreement {
  Agrees,         // counts are equal; times within 5 % of the figure or 0.3 % of p*T
  WithinToolCost, // further apart, but not by more than the tool itself took
  Differs,
  NotCompared, // see the reason
};

Agreement agreement(const CheckedFigure &figure, const CrossCheck &check);

} // namespace tare
