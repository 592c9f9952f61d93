// SPDX-License-Identifier: Apache-2.0
#include "analyzer/overheads/moved_work.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

Ticks change(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  return many.work + many.region - one.work - one.region;
}

/// As far as the 1-thread run's count explains it.
Ticks inflation(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  CountRatio ratio = countRatio(b, key);
  return scaledByCount(many.work, ratio.one, ratio.many) +
         scaledByCount(many.region, ratio.one, ratio.many) - one.work - one.region;
}

/// The nearest construct around that both runs executed. What no probe can see into is none.
int hostOf(const Balances &b, int key) {
  int host = b.keys->nearest(b.keys->around(key), [&](int k) {
    return isOpaque(b.keys->node(k)) || countRatio(b, k).paired;
  });
  return host >= 0 && isOpaque(b.keys->node(host)) ? -1 : host;
}

} // namespace

std::vector<Ticks> movedWork(const Balances &b) {
  std::vector<Ticks> moved;
  std::map<int, Ticks> hosted; // by host: of what is in it
  for (size_t i = 0; i < b.many.nodes.size(); ++i) {
    int key = static_cast<int>(i);
    Ticks here = change(b, key);
    if (!here || countRatio(b, key).paired || isOpaque(b.keys->node(key)))
      continue;
    int host = hostOf(b, key);
    if (host < 0)
      continue;
    moved.resize(b.many.nodes.size(), 0);
    moved[i] = here;
    hosted[host] += here;
  }
  for (auto [host, ticks] : hosted) {
    Ticks own = inflation(b, host);
    if ((own < 0) != (ticks < 0))
      moved[static_cast<size_t>(host)] = ticks > 0 ? std::max(own, -ticks) : std::min(own, -ticks);
  }
  return moved;
}

Ticks movedAt(const Balances &b, int key) {
  return b.moved.empty() ? 0 : b.moved[static_cast<size_t>(key)];
}

} // namespace tare
