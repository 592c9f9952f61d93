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

/// A kind of probe that can be put in or left out.
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
  std::set<NodeKind> left_out; // kinds of node that get no probe at all
  /// Single ones, by identity (NodeId::text()): why. What must be left out with one of them is for
  /// rewrite/left_out to find, which knows what lies where.
  std::map<std::string, std::string> left_out_nodes;
  bool wants(ProbeKind probe, NodeKind node) const;
};

/// Probes that measure these states, by their letters in docs/overheads.md; counts are always
/// wanted, they cost no clock read.
Plan planFor(std::string_view states);

/// Every state: what `tare cc` puts in. The overheads of analyzer/overheads name the states that
/// they need; tests/overheads holds that all of it serves some of them, and lacks nothing.
Plan fullPlan();

/// Takes one kind out, by node kind ("critical", "loop") or probe kind ("barriers", "work",
/// "locks", "waits", "tasks", "counts", "serial-loops", "serial-code", "iterations"): then what it
/// measures must show up as unidentified.
Result<void> leaveOut(Plan &plan, const std::string &name);

} // namespace tare
