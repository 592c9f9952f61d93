// SPDX-License-Identifier: Apache-2.0
// A plan as a file: the constructs that get no probes, each with its reason. What a budget decides
// before the run; people may write one too.
//
//   tare-plan 1
//   # a comment
//   leave-out src/a.c#solve#critical#0 its probes would take 3.1 times what it takes itself
//
// An identity may hold spaces (of a path, of template arguments): it ends with `#kind#number`, at
// the first place where that is followed by a space.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct UnprobedNode {
  std::string id;     // NodeId::text()
  std::string reason; // not empty
  bool operator==(const UnprobedNode &) const = default;
};

/// The text may come from anywhere. A text that is not exactly a plan is an Error with `path:line`.
/// Regions are refused: without their probes nothing is known of their threads.
Result<std::vector<UnprobedNode>> parsePlan(std::string_view text, const std::string &path);

/// At most 16 MiB.
Result<std::vector<UnprobedNode>> readPlan(const std::string &path);

/// What parsePlan reads. Error for what a plan cannot say: a region, an identity with a line end.
Result<std::string> writePlan(const std::vector<UnprobedNode> &nodes);

} // namespace tare
