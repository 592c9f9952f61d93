// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/own_reference.h"

namespace tare {

namespace {

/// `time` of so many threads, each execution by all of a team, as that of one.
Ticks ofOneThread(Ticks time, uint64_t instances, uint64_t executions) {
  return static_cast<Ticks>(static_cast<long double>(time) * instances / executions);
}

} // namespace

RunBalance ownReference(const RunBalance &many, const KeyTable &keys, bool knows_serial) {
  RunBalance one;
  one.threads = 1;
  one.serial = many.serial;
  one.nodes.resize(many.nodes.size());
  for (size_t key = 0; key < many.nodes.size(); ++key) {
    const NodeBalance &from = many.nodes[key];
    NodeBalance &to = one.nodes[key];
    to[State::Work] = from[State::Work];
    to[State::Serial] = from[State::Serial];
    // Waits that may hide tasks are not known to be work.
    const Node &node = keys.node(static_cast<int>(key));
    bool hides = mayHideTasks(node) && node.treatment != Treatment::Outside;
    to[State::Opaque] = hides ? 0 : from[State::Opaque];
    to.executions = from.executions;
    to.instances = from.instances;
    to.most = from.most;
    bool replicated = node.kind == NodeKind::Parallel && !node.uses_thread_num && !knows_serial;
    to[State::Region] = from[State::Region];
    if (!replicated)
      continue;
    bool knows_team = from.instances > 0 && from.executions > 0;
    to.executions = knows_team ? from.instances : from.executions;
    to[State::Region] = knows_team
                            ? ofOneThread(from[State::Region], from.instances, from.executions)
                            : from[State::Region] / many.threads;
  }
  return one;
}

} // namespace tare
