// SPDX-License-Identifier: Apache-2.0
// What lies inside of constructs: in their text, or of regions also in functions that they call.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

/// Every construct of a ledger once, as it is in the table of the largest p that has it; in the
/// order of their places.
std::vector<const ConstructLines *> constructsOfAll(const Ledger &ledger);

/// Ids of `chosen` and of what lies inside of them. Text is compared by lines and columns, so a
/// construct whose last line is not known holds nothing by its text. Nesting deeper than 64 is not
/// followed.
std::set<std::string> withInside(const std::vector<const ConstructLines *> &chosen,
                                 const std::vector<const ConstructLines *> &all);

} // namespace tare
