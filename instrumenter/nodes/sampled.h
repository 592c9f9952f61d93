// SPDX-License-Identifier: Apache-2.0
// Which constructs have probes only at some of their executions, chosen by the runtime.
#pragma once

#include "instrumenter/nodes/node.h"

namespace tare {

/// A critical whose acquisitions the construct around it counts. Those without probes have the plain
/// program's queue.
inline bool samplesAcquisitions(const Node &node) {
  return node.kind == NodeKind::Critical && node.counted_iterations;
}

} // namespace tare
