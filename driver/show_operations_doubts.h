// SPDX-License-Identifier: Apache-2.0
// How complete counted formulas are, in words.
#pragma once

#include "instrumenter/operations/operations.h"

#include <set>
#include <string>
#include <vector>

namespace tare {

class DoubtText {
public:
  /// `symbols`: those of the node's unit.
  DoubtText(const CountedNode &node, const std::vector<CountedSymbol> &symbols);

  /// "exact", "upper bound", "incomplete", or "by trips(...)": the formulas hold averages that only
  /// a run tells.
  std::string completeness() const;
  /// One line for all doubts of one kind: "upper bound, since the condition depends on data: x.c:4,
  /// 7".
  std::vector<std::string> lines() const;

private:
  enum class Kind { Note, UpperBound, Trips, NotCounted };
  Kind doubtKind(const CountDoubt &doubt) const;

  const CountedNode &node_;
  std::set<std::string> trips_; // places of loops whose iterations only a run tells
};

} // namespace tare
