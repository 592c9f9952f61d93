// SPDX-License-Identifier: Apache-2.0
// Runs of which a budget left out some instances of regions, made whole; and how exact they are
// then.
//
//   Tuple -> [whole tuple] -> closeTuple, paths
#pragma once

#include "analyzer/accounts/close.h"

namespace tare {

struct WholeTuple {
  Tuple tuple; // its profiles are of all instances
  Thinning thinning;
  bool is_expanded = false; // else nothing was left out, and the tuple is the one that came in
};

/// Error: a profile whose log and cells disagree.
Result<WholeTuple> wholeTuple(const Tuple &tuple);

/// Fills `account.sampling`: by how much the lines of `tuple`, which came as it was measured, may
/// be wrong because instances stand for others, one standard error each. A delete-a-group
/// jackknife: the books are closed again without each group of the instances that stand for others,
/// and what that changes is scaled up to what was left out (1 - f). An instance that stands alone
/// tells nothing of its error, and is not in it.
Result<void> addSamplingError(const Tuple &tuple, const WholeTuple &whole, KeyTable &table,
                              bool same_source, TupleAccount &account);

} // namespace tare
