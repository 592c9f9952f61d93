// SPDX-License-Identifier: Apache-2.0
#include "analyzer/messages/part_order.h"

#include <algorithm>
#include <numeric>

namespace tare {

void forEachPart(const RankLog &log,
                 const std::function<void(const MessagePart &, size_t call)> &visit) {
  std::vector<size_t> order(log.calls.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::ranges::stable_sort(order, {}, [&](size_t call) { return log.calls[call].begin; });
  for (size_t call : order)
    for (size_t i = 0; i < log.calls[call].parts; ++i)
      visit(log.parts[log.calls[call].first_part + i], call);
}

std::optional<uint64_t> sharedId(const RankLog &log, uint32_t communicator) {
  auto found = log.communicators.find(communicator);
  if (found == log.communicators.end() || found->second.shared == TARE_MF_SHARED_UNKNOWN)
    return {};
  return found->second.shared;
}

} // namespace tare
