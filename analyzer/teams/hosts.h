// SPDX-License-Identifier: Apache-2.0
// The segment of its thread's log that an instance of a nested region was forked in.
#pragma once

#include "analyzer/profile/profile.h"

#include <compare>
#include <cstddef>
#include <optional>
#include <vector>

namespace tare {

/// How many regions are around a segment on its own thread. (Segment::depth is that of the thread
/// that forked the team; any other one of it is in no other region.)
size_t depthOn(const Segment &segment);

/// A segment: its thread, its place in that thread's log.
struct LogPlace {
  uint32_t thread = 0;
  size_t index = 0;
};

/// A nested instance, and the place in its thread's log of the segment that it was forked in.
struct Hosted {
  size_t host, instance;
  auto operator<=>(const Hosted &) const = default;
};

/// By thread, in order. Instances have the numbers of the order in which they were forked;
/// `instance_of`: that of each segment, by thread and place; `last`: by instance, the last segment
/// of the thread that forked it, if the log has one. Those of which the log lacks what is around
/// them are not in it.
std::vector<std::vector<Hosted>> hostsOf(const Profile &profile,
                                         const std::vector<std::vector<size_t>> &instance_of,
                                         const std::vector<std::optional<LogPlace>> &last);

} // namespace tare
