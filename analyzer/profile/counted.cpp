// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/counted.h"

#include <algorithm>

namespace tare {

double countOf(const ProfileThread &thread, const SpentTime &record, uint16_t count,
               uint64_t ProfileCell::*all) {
  bool is_nested = record.kind == Spent::Nested;
  if (count < SpentTime::most || record.node >= thread.nodes.size() ||
      (!hasCell(record.kind) && !is_nested))
    return count;
  const ProfileNode &node = thread.nodes[record.node];
  Ticks ticks = is_nested ? node.span : node.cells[record.kind].ticks;
  uint64_t whole = is_nested ? node.instances : node.cells[record.kind].*all;
  double part =
      ticks > record.ticks ? static_cast<double>(record.ticks) / static_cast<double>(ticks) : 1;
  return std::max<double>(count, part * static_cast<double>(whole));
}

} // namespace tare
