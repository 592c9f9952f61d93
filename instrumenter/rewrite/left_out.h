// SPDX-License-Identifier: Apache-2.0
// Which constructs of a unit a plan leaves out: those that it names, and what cannot be measured
// rightly without them.
//
//   constructs + plan -> [left_out] -> rules
#pragma once

#include "instrumenter/plan/plan.h"
#include "instrumenter/text/construct.h"

#include <string>
#include <vector>

namespace tare {

/// By construct, why it gets no probes; empty: it gets them.
struct LeftOut {
  std::vector<std::string> whole;
  std::vector<std::string> half; // of `parallel for` and its like, the inner half
};

/// The region whose text a construct lies in; -1: none in its function.
int regionOf(const std::vector<Construct> &constructs, size_t index);

/// Left out with others are
/// - the other tasks of a region (without a region around it: of the unit), since its waits may run
///   the tasks that have no probes, and then nothing of its tasks is attributed;
/// - what lies inside a task that is left out: its probes would see what waiting threads execute,
///   and not what others do that have finished their part of the region;
/// - the whole `sections` with one of its sections: what is between sections is scheduling.
LeftOut leftOutBy(const Plan &plan, const std::vector<Construct> &constructs,
                  const std::vector<Node> &nodes);

} // namespace tare
