// SPDX-License-Identifier: Apache-2.0
// The paper's "which experiment?": which states the overheads asked for need, and so which probes
// must be put in.
//
//   overheads -> states -> [plan] -> probes per node kind -> rewrite
#pragma once

#include "base/result.h"
#include "instrumenter/nodes/node.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// A kind of probe. A plan wants all probes of a kind or none.
enum class ProbeKind {
  Region,     // fork, start, finish, join
  Work,       // body of worksharing, single, master, masked
  SerialLoop, // loops in region code
  SerialCode, // statements outside regions
  Barrier,    // arrive and leave; of an implicit barrier too
  Lock,       // critical, ordered
  Wait,       // taskwait, end of a taskgroup, lock routines, spins
  Task,       // creation and bodies of tasks
  Count,      // atomic, flush, cancel
  Iteration,  // single iterations of worksharing loops, sampled
};

struct Plan {
  std::set<ProbeKind> probes;
  std::set<NodeKind> unprobed_kinds; // kinds of node that get no probe at all
  /// Single nodes without probes: the reason by identity (NodeId::text()). rewrite/unprobed finds
  /// the nodes that must be unprobed together with one of them.
  std::map<std::string, std::string> unprobed_nodes;
  bool wants(ProbeKind probe, NodeKind node) const;
};

/// Probes that measure these states, by their letters in docs/reference/overheads.md; counts are
/// always wanted, they cost no clock read.
Plan planFor(std::string_view states);

/// Every state: what `tare cc` puts in. The overheads of analyzer/overheads name the states that
/// they need; tests/overheads holds that all of it serves some of them, and lacks nothing.
Plan fullPlan();

/// Takes one kind out, by node kind ("critical", "loop") or probe kind ("barriers", "work",
/// "locks", "waits", "tasks", "counts", "serial-loops", "serial-code", "iterations"): then what it
/// measures must show up as unidentified.
Result<void> leaveUnprobed(Plan &plan, const std::string &name);

} // namespace tare
