// SPDX-License-Identifier: Apache-2.0
// Runs of which a budget left out some instances of regions, made whole; and how exact they are
// then.
//
//   Repetition -> [whole repetition] -> closeRepetition, paths
#pragma once

#include "analyzer/accounts/close.h"

namespace tare {

struct WholeRepetition {
  Repetition repetition; // its profiles are of all instances
  Thinning thinning;
  bool is_expanded = false; // else nothing was left out, and the repetition is the one that came in
};

/// Error: the log and the cells of a profile disagree.
Result<WholeRepetition> wholeRepetition(const Repetition &repetition);

/// Fills `account.sampling`: by how much the lines of `repetition`, which came as it was measured,
/// may be wrong because instances stand for others, one standard error each. A delete-a-group
/// jackknife: the books are closed again without each group of the instances that stand for others,
/// and what that changes is scaled up to what was left out (1 - f). An instance that stands alone
/// tells nothing of its error, and is not in it.
Result<void> addSamplingError(const Repetition &repetition, const WholeRepetition &whole,
                              KeyTable &table, bool same_source, RepetitionAccount &account);

} // namespace tare
