// SPDX-License-Identifier: Apache-2.0
// Which construct of one version of a program is which of another: across moved lines, edited
// bodies, inserted neighbours, renamed functions and files.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

enum class MatchedBy {
  Exact,     // the same code
  Shape,     // the same code but for names
  Header,    // the same loop around other code
  Directive, // the same directive at the same place in the order of its function
  Order,     // the same kind at the same place in the order of its function
  None,      // only one version has it
};
const char *matchName(MatchedBy by);

struct ConstructMatch {
  int base = -1, head = -1; // indices; -1: that version has none
  MatchedBy by = MatchedBy::None;
};

/// Every construct of both sides exactly once. Functions are matched first (by path and name, then
/// by name, then by the code that they hold), then constructs in the order of each function: what
/// is equal anchors what was edited between. The remaining constructs are matched by equal code,
/// wherever that went.
std::vector<ConstructMatch> matchConstructs(const std::vector<ConstructLines> &base,
                                            const std::vector<ConstructLines> &head);

} // namespace tare
