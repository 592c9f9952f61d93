// SPDX-License-Identifier: Apache-2.0
#include "analyzer/replay/nested.h"

#include <algorithm>

namespace tare {

TicksByNode nestedIn(const SpentList &records) {
  TicksByNode ticks;
  for (const SpentTime &record : records)
    if (record.kind == Spent::Nested)
      ticks[record.node] += record.ticks;
  return ticks;
}

Ticks takeFromNested(SpentList &records, uint32_t node, Ticks ticks) {
  Ticks taken = 0;
  for (SpentTime &record : records)
    if (record.kind == Spent::Nested && record.node == node) {
      Ticks now = std::min(ticks - taken, record.ticks);
      record.ticks -= now;
      taken += now;
    }
  return taken;
}

Ticks takeLacking(SpentList &records, const TicksByNode &lacking,
                  const std::function<double(uint32_t)> &factor) {
  Ticks taken = 0;
  for (auto [node, ticks] : lacking)
    if (ticks > 0)
      taken += takeFromNested(
          records, node,
          ticks - wholeTicks(static_cast<double>(ticks) * std::min(factor(node), 1.0)));
  return taken;
}

} // namespace tare
