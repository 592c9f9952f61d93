// SPDX-License-Identifier: Apache-2.0
// What the probes cost in these runs, by two witnesses: their calibration, and how much longer the
// instrumented program took than the plain one (C_observed of Hollingsworth and Miller, section 4).
//
//   repetition accounts -> [anchor] -> the same, with the costs that fit both
//
// A calibration is made in one context, programs have another: in a program of many small regions a
// probe can cost three times as much. The pairs of runs know that, but not where it was spent, and
// they are noisy. So each of them has as much weight as it is exact, and what the calibration calls
// possible is not left.
#pragma once

#include "analyzer/accounts/close.h"

#include <optional>
#include <vector>

namespace tare {

struct Anchor {
  double factor = 1; // times the calibrated cost
  double doubt = 0;  // half-width of a band of 95 %, as a part of the calibrated cost
  /// The runs differ by more than the probes can have cost (> 0), or by less (< 0), as a part of
  /// that cost: unidentified.
  double beyond = 0;
};

/// For the repetitions of one p, which must all have a shift. The factor is 1 for fewer than three
/// repetitions, and where not `from_runs`.
Anchor anchorOf(const std::vector<RepetitionAccount> &accounts, bool from_runs = true);

/// Moves every line as if the probes had cost that; sums stay what they are, to the tick.
void apply(const Anchor &anchor, RepetitionAccount &account);

/// Does both where all repetitions have a shift. Without `from_runs` the calibration alone counts.
/// A note where the costs are far from their calibration.
std::optional<Note> anchor(std::vector<RepetitionAccount> &accounts, bool from_runs = true);

} // namespace tare
