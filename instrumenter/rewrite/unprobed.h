// SPDX-License-Identifier: Apache-2.0
// Which constructs of a unit get no probes by a plan: those that the plan names, and others that
// cannot be measured rightly without them.
//
//   constructs + plan -> [unprobed] -> rules
#pragma once

#include "instrumenter/plan/plan.h"
#include "instrumenter/text/construct.h"

#include <string>
#include <vector>

namespace tare {

/// The reason, by construct, why it gets no probes. Empty: it gets them.
struct Unprobed {
  std::vector<std::string> whole;
  std::vector<std::string> half; // of `parallel for` and its like, the inner half
};

/// The region around a construct in the text of its function; -1: none.
int regionOf(const std::vector<Construct> &constructs, size_t index);

/// Constructs that are unprobed because of others:
/// - all tasks of the region of an unprobed task (of the unit, if no region is around it). The
///   region's waits may run the unprobed task, and then no time of its tasks can be attributed.
/// - all constructs inside an unprobed task. Their probes would see tasks that waiting threads
///   execute, and miss tasks of threads that have finished their part of the region.
/// - a whole `sections` with an unprobed section: the time between sections counts as scheduling.
Unprobed unprobedBy(const Plan &plan, const std::vector<Construct> &constructs,
                    const std::vector<Node> &nodes);

} // namespace tare
