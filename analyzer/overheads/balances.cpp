// SPDX-License-Identifier: Apache-2.0
#include "analyzer/overheads/balances.h"

namespace tare {

std::vector<int> KeyTable::add(const Profile &profile) {
  std::vector<int> keys(profile.nodeCount());
  for (uint32_t index = 0; index < keys.size(); ++index) {
    const Node *node = profile.node(index);
    std::string id = node ? node->id.text() : "?";
    auto [place, fresh] = keys_.emplace(id, static_cast<int>(nodes_.size()));
    if (fresh)
      nodes_.push_back(node ? *node : Node());
    keys[index] = place->second;
  }
  return keys;
}

Ticks RunBalance::area() const {
  Ticks sum = serial + serial_off_cpu + serial_probe + probe;
  sum += (threads - 1) * (serial + serial_off_cpu + serial_probe);
  for (const NodeBalance &n : nodes)
    sum += n.work + n.region + n.opaque + n.fork + n.startup + n.lock + n.scheduling + n.creation +
           n.fetching + n.lack_of_tasks + n.wait_load + n.wait_part + n.wait_lock + n.wait_offcpu +
           n.skew_release + n.skew_fork + n.release + n.join + n.wait_unknown + n.off_cpu +
           n.missing - n.surplus;
  return sum;
}

Ticks scaledByCount(Ticks time, uint64_t n1, uint64_t np) {
  if (n1 == np || np == 0)
    return time;
  return static_cast<Ticks>(static_cast<long double>(time) * static_cast<long double>(n1) /
                            static_cast<long double>(np));
}

// Straight region code is executed once by every thread, so its count says "replicated". But a
// call in it may divide its work by thread number, behind a loop that no counter sees; then the
// time over all threads stays that of one thread instead of growing p-fold. The nearer of the two
// decides.
static CountRatio regionRatio(const NodeBalance &one, const NodeBalance &many) {
  CountRatio ratio{one.executions, many.executions, true};
  if (one.executions == 0 || many.executions == 0)
    return {1, 1, false};
  double replicated = static_cast<double>(one.region) * many.executions / one.executions;
  bool partitioned = static_cast<double>(many.region) < (one.region + replicated) / 2;
  return partitioned ? CountRatio{1, 1, true} : ratio;
}

CountRatio countRatio(const Balances &balances, int key) {
  const NodeBalance &one = balances.one.nodes[key];
  const NodeBalance &many = balances.many.nodes[key];
  if (balances.keys->node(key).kind == NodeKind::Parallel)
    return regionRatio(one, many);
  if (one.executions == 0 || many.executions == 0)
    return {1, 1, false};
  return {one.executions, many.executions, true};
}

bool isOpaque(const Node &node) { return !node.opaque.empty(); }

} // namespace tare
