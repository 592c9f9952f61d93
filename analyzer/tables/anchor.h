// SPDX-License-Identifier: Apache-2.0
// What was taken out of these runs, by two witnesses: what is known of each part beforehand, and
// how much longer the instrumented program took than the plain one (C_observed of Hollingsworth and
// Miller, section 4).
//
//   repetition accounts -> [anchor] -> the same, with what fits both
//
// A calibration is made in one context, programs have another: in a program of many small regions a
// probe can cost three times as much. What rewriting did is known from null runs, with a band. Where
// threads contend for a lock, probes decide who waits for whom. The pairs of runs know the sum of
// these, but not where it was spent, and they are noisy. So each has as much weight as it is exact,
// and nothing moves further than its own 95 % band: the rest stays unidentified.
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/tables/least_squares.h"

#include <optional>
#include <vector>

namespace tare {

struct Anchor {
  double factor = 1; // times the calibrated cost
  double doubt = 0;  // half-width of a band of 95 %, as a part of the calibrated cost
  /// The runs differ by more than the probes can have cost (> 0), or by less (< 0), as a part of
  /// that cost: unidentified.
  double beyond = 0;
  /// In units of RepetitionAccount::rewriting_shift and lock_shift.
  SettledCause rewriting = {0, 1}, locks = {0, 1};
  /// Of the 95 % band of what all of these take together, seconds of T_p. Below 0: nothing was
  /// settled, and each may be wrong by itself.
  double rest_half_s = -1;
};

/// For the repetitions of one p. Nothing moves for fewer than three repetitions, without plain runs,
/// and where not `from_runs`.
Anchor anchorOf(const std::vector<RepetitionAccount> &accounts, bool from_runs = true);

/// Moves every line by that; sums stay what they are, to the tick.
void apply(const Anchor &anchor, RepetitionAccount &account);

struct Anchored {
  Anchor anchor;
  std::vector<Note> notes; // the costs are far from their calibration, or the waits for locks from
                           // what a queue says
};

/// Does both. Without `from_runs` what is known beforehand alone counts.
Anchored anchor(std::vector<RepetitionAccount> &accounts, bool from_runs = true);

} // namespace tare
