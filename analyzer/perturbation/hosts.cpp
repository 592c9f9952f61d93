// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/hosts.h"

#include <algorithm>

namespace tare {

size_t depthOn(const Segment &segment) {
  return segment.flags & TARE_SEG_MASTER ? segment.depth : 0;
}

namespace {

constexpr size_t none = SIZE_MAX;

/// The nearest segments of each depth, on one side of a place in a log.
class Nearest {
public:
  void pass(size_t index, size_t depth) {
    at_.resize(std::max(at_.size(), depth + 1), none);
    at_[depth] = index;
  }

  /// Calls `visit(index)` for those that are less deep.
  template <class Visit> void around(size_t depth, Visit visit) const {
    for (size_t i = 0; i < std::min(depth, at_.size()); ++i)
      if (at_[i] != none)
        visit(at_[i]);
  }

private:
  std::vector<size_t> at_; // by depth
};

struct ThreadLog {
  const std::vector<Segment> &log;
  const std::vector<size_t> &instance_of;
  const std::vector<std::optional<LogPlace>> &last;
  uint32_t thread;

  bool endsNested(size_t index) const {
    const std::optional<LogPlace> &end = last[instance_of[index]];
    return end && end->thread == thread && end->index == index && depthOn(log[index]) > 0;
  }
};

bool isInWait(const Segment &inner, const Segment &outer) {
  return !outer.in_wait.empty() && outer.arrive <= inner.open && inner.leave <= outer.last_task;
}

// A log has its segments in the order in which their threads arrived. What ran in a wait is behind
// its segment.
void findInWaits(const ThreadLog &t, std::vector<size_t> &hosts) {
  Nearest before;
  for (size_t index = 0; index < t.log.size(); ++index) {
    size_t depth = depthOn(t.log[index]);
    if (t.endsNested(index))
      before.around(depth, [&](size_t outer) {
        if (isInWait(t.log[index], t.log[outer]) && (hosts[index] == none || outer > hosts[index]))
          hosts[index] = outer;
      });
    before.pass(index, depth);
  }
}

// What is around any other nested region is the next segment that is less deep. (Not the next in
// time: another thread may have had this place. And none of an instance that was forked later,
// where the log lacks the one around.)
void findAhead(const ThreadLog &t, std::vector<size_t> &hosts) {
  Nearest ahead;
  for (size_t index = t.log.size(); index-- > 0;) {
    size_t depth = depthOn(t.log[index]);
    if (t.endsNested(index) && hosts[index] == none)
      ahead.around(depth, [&](size_t outer) {
        if (t.instance_of[outer] < t.instance_of[index] && outer < hosts[index])
          hosts[index] = outer;
      });
    ahead.pass(index, depth);
  }
}

std::vector<Hosted> hostsIn(const ThreadLog &t) {
  std::vector<size_t> hosts(t.log.size(), none); // by place of an instance's last segment
  findInWaits(t, hosts);
  findAhead(t, hosts);
  std::vector<Hosted> hosted;
  for (size_t index = 0; index < hosts.size(); ++index)
    if (hosts[index] != none)
      hosted.push_back({hosts[index], t.instance_of[index]});
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
