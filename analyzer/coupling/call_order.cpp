// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/call_order.h"

#include <algorithm>

namespace tare {
namespace {

/// The longest part with this period. No passes: there are not two of them.
CallCycle longestWith(size_t length, const std::vector<int> &calls) {
  CallCycle best;
  size_t begin = 0;
  for (size_t i = length; i <= calls.size(); ++i) {
    if (i < calls.size() && calls[i] == calls[i - length])
      continue;
    size_t passes = (i - begin) / length;
    if (passes >= 2 && passes * length > best.length * best.passes)
      best = {begin, length, passes};
    begin = i - length + 1;
  }
  return best;
}

} // namespace

std::optional<CallCycle> cycleOf(const std::vector<int> &calls) {
  std::vector<CallCycle> found;
  size_t most = 0;
  for (size_t length = 1; length <= std::min(longest_cycle, calls.size() / 2); ++length) {
    CallCycle cycle = longestWith(length, calls);
    if (cycle.passes < 2)
      continue;
    most = std::max(most, cycle.length * cycle.passes);
    found.push_back(cycle);
  }
  for (const CallCycle &cycle : found)
    if (cycle.length * cycle.passes * 20 >= most * 19)
      return cycle;
  return std::nullopt;
}

} // namespace tare
