// SPDX-License-Identifier: Apache-2.0
#include "analyzer/overheads/work_inflation.h"

#include "analyzer/overheads/moved_work.h"

#include <cmath>

namespace tare {

// Time at the 1-thread run's clock rate is many * ratio; what is left of it against `one` is
// cycles.
WorkInflation inflationOf(const Balances &b, Ticks one, Ticks many) {
  if (!b.clock_ratio)
    return {many - one, 0};
  auto same_clock = static_cast<Ticks>(std::llround(static_cast<double>(many) * *b.clock_ratio));
  return {many - same_clock, same_clock - one};
}

// Probes of short statements stop by themselves, and not in every run: then their time is in what
// is around them.
static bool serialInBoth(const Balances &b, size_t key) {
  return b.one.nodes[key].serial && b.many.nodes[key].serial;
}

WorkInflation inflationAt(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  WorkInflation serial;
  if (serialInBoth(b, static_cast<size_t>(key)))
    serial = inflationOf(b, one.serial, many.serial);
  CountRatio ratio = countRatio(b, key);
  if (!ratio.paired || isOpaque(b.keys->node(key)))
    return serial;
  Ticks comparable = scaledByCount(many.work, ratio.one, ratio.many) +
                     scaledByCount(many.region, ratio.one, ratio.many);
  WorkInflation inside = inflationOf(b, one.work + one.region + movedAt(b, key), comparable);
  return {serial.clock + inside.clock, serial.data + inside.data};
}

Ticks serialInOneRunOnly(const Balances &b, int key) {
  const NodeBalance &one = b.one.nodes[key], &many = b.many.nodes[key];
  bool in_both = one.instances && many.instances;
  return in_both || !b.keys->node(key).serial ? 0 : many.serial - one.serial;
}

WorkInflation serialInflation(const Balances &b) {
  Ticks one = b.one.serial, many = b.many.serial;
  for (size_t key = 0; key < b.many.nodes.size(); ++key)
    if (serialInBoth(b, key) || serialInOneRunOnly(b, static_cast<int>(key))) {
      one -= b.one.nodes[key].serial;
      many -= b.many.nodes[key].serial;
    }
  return inflationOf(b, one + b.moved.serial, many);
}

} // namespace tare
