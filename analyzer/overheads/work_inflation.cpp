// SPDX-License-Identifier: Apache-2.0
#include "analyzer/overheads/work_inflation.h"

#include "analyzer/books/counts.h"
#include "analyzer/overheads/moved_work.h"

#include <algorithm>
#include <cmath>

namespace tare {

// Time at the 1-thread run's clock rate is many * ratio; what is left of it against `one` is
// cycles.
WorkInflation inflationOf(const Balances &b, Ticks one, Ticks many) {
  if (!b.clock_ratio)
    return {many - one, 0};
  Ticks same_clock = wholeTicks(static_cast<double>(many) * *b.clock_ratio);
  return {many - same_clock, same_clock - one};
}

// Probes of short statements stop by themselves, and not in every run: then their time is in what
// is around them.
bool serialInBoth(const Balances &b, int key) {
  return b.one.nodes[key][State::Serial] && b.many.nodes[key][State::Serial] &&
         !serialOfOtherCount(b, key);
}

WorkInflation inflationAt(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  WorkInflation serial;
  if (serialInBoth(b, key))
    serial = inflationOf(b, one[State::Serial] + movedAt(b, key), many[State::Serial]);
  CountRatio ratio = countRatio(b, key);
  if (!ratio.paired || isOpaque(b, key) || b.keys->node(key).serial)
    return serial;
  Ticks now = comparable(many, ratio);
  WorkInflation inside = inflationOf(b, one.sum(work_states) + movedAt(b, key), now);
  return {serial.clock + inside.clock, serial.data + inside.data};
}

Ticks serialOfOtherCount(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  auto [fewer, more] = std::minmax(one.instances, many.instances);
  bool alike = fewer > 0 && 2 * more < 3 * fewer;
  bool told = fewer == 0 || (one[State::Serial] && many[State::Serial]);
  return alike || !told || !b.keys->node(key).serial ? 0 : many[State::Serial] - one[State::Serial];
}

WorkInflation serialInflation(const Balances &b) {
  Ticks one = b.one.serial, many = b.many.serial;
  for (int key = 0; key < static_cast<int>(b.many.nodes.size()); ++key)
    if (serialInBoth(b, key) || serialOfOtherCount(b, key)) {
      one -= b.one.nodes[key][State::Serial];
      many -= b.many.nodes[key][State::Serial];
    }
  return inflationOf(b, one + b.moved.serial, many);
}

} // namespace tare
