// SPDX-License-Identifier: Apache-2.0
#include "analyzer/overheads/moved_work.h"

#include "analyzer/books/counts.h"
#include "analyzer/overheads/work_inflation.h"

#include <algorithm>
#include <map>
#include <optional>

namespace tare {

namespace {

Ticks change(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  return many.sum(work_states) - one.sum(work_states);
}

/// As far as the 1-thread run's count explains it.
Ticks inflation(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  if (b.keys->node(key).serial)
    return many[State::Serial] - one[State::Serial];
  CountRatio ratio = countRatio(b, key);
  return comparable(many, ratio) - one.sum(work_states);
}

constexpr int serial_code = -1; // as a host: what is around the outermost constructs

/// The nearest construct around that both runs executed; none: that no probe can see into it.
std::optional<int> hostOf(const Balances &b, int key) {
  int host = b.keys->nearest(b.keys->around(key), [&](int k) {
    return isOpaque(b, k) ||
           (b.keys->node(k).serial ? serialInBoth(b, k) : countRatio(b, k).paired);
  });
  if (host >= 0 && isOpaque(b, host))
    return std::nullopt;
  return host < 0 ? serial_code : host;
}

/// What a host has less (or more) for what moved: no more than it has, nor than moved.
Ticks giveFor(Ticks moved, Ticks own) {
  if (moved == 0 || (own < 0) == (moved < 0))
    return 0;
  return moved > 0 ? std::max(own, -moved) : std::min(own, -moved);
}

} // namespace

MovedWork movedWork(const Balances &b) {
  MovedWork moved;
  moved.at.resize(b.many.nodes.size(), 0);
  std::map<int, Ticks> hosted; // by host: of what is in it
  for (size_t i = 0; i < b.many.nodes.size(); ++i) {
    int key = static_cast<int>(i);
    if (Ticks statement = serialOfOtherCount(b, key)) {
      hosted[hostOf(b, key).value_or(serial_code)] += statement;
      continue;
    }
    Ticks here = change(b, key);
    if (!here || countRatio(b, key).paired || isOpaque(b, key))
      continue;
    if (std::optional<int> host = hostOf(b, key)) {
      moved.at[i] = here;
      hosted[*host] += here;
    }
  }
  for (auto [host, ticks] : hosted)
    if (host == serial_code) {
      WorkInflation own = serialInflation(b);
      moved.serial = giveFor(ticks, own.clock + own.data);
    } else {
      moved.at[static_cast<size_t>(host)] = giveFor(ticks, inflation(b, host));
    }
  return moved;
}

Ticks movedAt(const Balances &b, int key) {
  return b.moved.at.empty() ? 0 : b.moved.at[static_cast<size_t>(key)];
}

} // namespace tare
