// SPDX-License-Identifier: Apache-2.0
// The parts of a rank's log in the order in which they began, as MPI's rules count them: a log has
// them by the ends of their calls, which differ where several threads call MPI.
#pragma once

#include "analyzer/messages/matching.h"

#include <functional>
#include <string>

namespace tare {

/// Calls `visit` with each part and the number of its call.
void forEachPart(const RankLog &log,
                 const std::function<void(const MessagePart &, size_t call)> &visit);

/// One order of messages, or of collectives.
struct MessageLane {
  uint64_t communicator = 0;
  int32_t from = 0, to = 0, tag = 0;
  auto operator<=>(const MessageLane &) const = default;
};

/// The communicator's shared id; none: nobody knows which one it is in other ranks.
std::optional<uint64_t> sharedId(const RankLog &log, uint32_t communicator);

} // namespace tare
