// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/hosts.h"

#include <algorithm>

namespace tare {

size_t depthOn(const Segment &segment) {
  return segment.flags & TARE_SEG_MASTER ? segment.depth : 0;
}

namespace {

constexpr size_t none = SIZE_MAX;

// A log has its segments in the order in which they ended: what is around a nested region is the
// next one that is less deep. (Not the next in time: another thread may have had this place. And
// none of an instance that was forked later, where the log lacks the one around.)
std::vector<Hosted> hostsIn(const std::vector<Segment> &log, const std::vector<size_t> &instance_of,
                            uint32_t thread, const std::vector<std::optional<LogPlace>> &last) {
  std::vector<Hosted> hosted;
  std::vector<size_t> next; // by depth
  for (size_t index = log.size(); index-- > 0;) {
    size_t instance = instance_of[index], depth = depthOn(log[index]), host = none;
    next.resize(std::max(next.size(), depth + 1), none);
    const std::optional<LogPlace> &end = last[instance];
    if (end && end->thread == thread && end->index == index)
      for (size_t around = 0; around < depth; ++around)
        if (next[around] < host && instance_of[next[around]] < instance)
          host = next[around];
    if (host != none)
      hosted.push_back({host, instance});
    next[depth] = index;
  }
  std::ranges::sort(hosted);
  return hosted;
}

} // namespace

std::vector<std::vector<Hosted>> hostsOf(const Profile &profile,
                                         const std::vector<std::vector<size_t>> &instance_of,
                                         const std::vector<std::optional<LogPlace>> &last) {
  std::vector<std::vector<Hosted>> hosted;
  for (uint32_t t = 0; t < profile.threads.size(); ++t)
    hosted.push_back(hostsIn(profile.threads[t].log, instance_of[t], t, last));
  return hosted;
}

} // namespace tare
