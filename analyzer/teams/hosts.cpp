// SPDX-License-Identifier: Apache-2.0
#include "analyzer/teams/hosts.h"

#include <algorithm>

namespace tare {

size_t depthOn(const Segment &segment) { return segment.is_master ? segment.depth : 0; }

namespace {

constexpr size_t none = SIZE_MAX;

/// The nearest segments of each depth, on one side of a place in a log.
class Nearest {
public:
  void pass(size_t index, size_t depth) {
    at_.resize(std::max(at_.size(), depth + 1), none);
    at_[depth] = index;
  }

  /// The deepest one that is less deep and for which `holds(index)`.
  template <class Holds> size_t deepest(size_t depth, Holds holds) const {
    for (size_t i = std::min(depth, at_.size()); i-- > 0;)
      if (at_[i] != none && holds(at_[i]))
        return at_[i];
    return none;
  }

private:
  std::vector<size_t> at_; // by depth
};

struct ThreadLog {
  const std::vector<Segment> &log;
  const std::vector<size_t> &instance_of;
  const std::vector<std::optional<LogPlace>> &last;
  uint32_t thread;

  size_t depth(size_t index) const { return depthOn(log[index]); }

  bool endsNested(size_t index) const {
    const std::optional<LogPlace> &end = last[instance_of[index]];
    return end && end->thread == thread && end->index == index && depth(index) > 0;
  }

  bool ranInWaitOf(size_t inner, size_t outer) const {
    const Segment &nested = log[inner], &around = log[outer];
    return !around.in_wait.empty() && around.arrive <= nested.open &&
           nested.leave <= around.last_task;
  }
};

/// By place of an instance's last segment. A log has its segments in the order in which their
/// threads arrived: what ran in a wait is behind its segment.
std::vector<size_t> hostsByWait(const ThreadLog &t) {
  std::vector<size_t> hosts(t.log.size(), none);
  Nearest before;
  for (size_t index = 0; index < t.log.size(); ++index) {
    if (t.endsNested(index))
      hosts[index] =
          before.deepest(t.depth(index), [&](size_t outer) { return t.ranInWaitOf(index, outer); });
    before.pass(index, t.depth(index));
  }
  return hosts;
}

/// The same. Any other nested region is before the segment around it. (The next one, and not the
/// next in time: another thread may have had this place. And none of an instance that was forked
/// later, where the log lacks the one around.)
std::vector<size_t> hostsAhead(const ThreadLog &t) {
  std::vector<size_t> hosts(t.log.size(), none);
  Nearest ahead;
  for (size_t index = t.log.size(); index-- > 0;) {
    if (t.endsNested(index))
      hosts[index] = ahead.deepest(t.depth(index), [&](size_t outer) {
        return t.instance_of[outer] < t.instance_of[index];
      });
    ahead.pass(index, t.depth(index));
  }
  return hosts;
}

std::vector<Hosted> hostsIn(const ThreadLog &t) {
  std::vector<size_t> by_wait = hostsByWait(t), ahead = hostsAhead(t);
  std::vector<Hosted> hosted;
  for (size_t index = 0; index < t.log.size(); ++index) {
    size_t wait = by_wait[index], host = ahead[index];
    if (host == none || (wait != none && t.depth(wait) >= t.depth(host)))
      host = wait;
    if (host != none)
      hosted.push_back({host, t.instance_of[index]});
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
    hosted.push_back(hostsIn({profile.threads[t].log, instance_of[t], last, t}));
  return hosted;
}

} // namespace tare
