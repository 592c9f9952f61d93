// SPDX-License-Identifier: Apache-2.0
// May a table be believed: one word, and why.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

enum class Belief { Good, Fair, NotReliable };

struct Believed {
  Belief belief = Belief::Good;
  std::string reason; ///< Clauses, the most important first.
};

/// Not reliable: the 95 % band of T_p or of the total overhead is wider than a quarter of T_p, the
/// run was cut off, or the programs' results differ. Fair: wide bands, much that is unexplained, a
/// program too short, or few repetitions.
Believed beliefIn(const Ledger &ledger, const Table &table);

/// "good: ...", "NOT RELIABLE: ..."
std::string beliefText(const Believed &believed);

} // namespace tare
