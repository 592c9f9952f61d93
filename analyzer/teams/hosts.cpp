// SPDX-License-Identifier: Apache-2.0
#include "analyzer/teams/hosts.h"

#include <algorithm>

namespace tare {

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

struct OneThread {
  const std::vector<Segment> &log;
  const Teams &teams;
  uint32_t thread;

  size_t depth(size_t index) const { return depthOn(log[index]); }

  uint32_t instanceOf(size_t index) const {
    return teams.meetingOf({thread, static_cast<uint32_t>(index)}).instance;
  }

  bool endsNested(size_t index) const {
    const std::optional<LogPlace> &last = teams.instances()[instanceOf(index)].last;
    return last == LogPlace{thread, static_cast<uint32_t>(index)} && depth(index) > 0;
  }

  bool ranInWaitOf(size_t inner, size_t outer) const {
    const Segment &nested = log[inner], &around = log[outer];
    return !around.in_wait.empty() && around.arrive <= nested.open &&
           nested.leave <= around.last_task;
  }
};

/// By place of an instance's last segment. A log has its segments in the order in which their
/// threads arrived: what ran in a wait is behind its segment.
std::vector<size_t> hostsByWait(const OneThread &t) {
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
std::vector<size_t> hostsAhead(const OneThread &t) {
  std::vector<size_t> hosts(t.log.size(), none);
  Nearest ahead;
  for (size_t index = t.log.size(); index-- > 0;) {
    if (t.endsNested(index))
      hosts[index] = ahead.deepest(
          t.depth(index), [&](size_t outer) { return t.instanceOf(outer) < t.instanceOf(index); });
    ahead.pass(index, t.depth(index));
  }
  return hosts;
}

std::vector<Hosted> hostsIn(const OneThread &t) {
  std::vector<size_t> by_wait = hostsByWait(t), ahead = hostsAhead(t);
  std::vector<Hosted> hosted;
  for (size_t index = 0; index < t.log.size(); ++index) {
    size_t wait = by_wait[index], host = ahead[index];
    if (host == none || (wait != none && t.depth(wait) >= t.depth(host)))
      host = wait;
    if (host != none)
      hosted.push_back({static_cast<uint32_t>(host), t.instanceOf(index)});
  }
  std::ranges::sort(hosted);
  return hosted;
}

} // namespace

std::vector<std::vector<Hosted>> hostsOf(const Profile &profile, const Teams &teams) {
  std::vector<std::vector<Hosted>> hosted(profile.threads.size());
  if (std::ranges::none_of(teams.instances(), &RegionInstance::nested))
    return hosted;
  for (uint32_t t = 0; t < profile.threads.size(); ++t)
    hosted[t] = hostsIn({profile.threads[t].log, teams, t});
  return hosted;
}

} // namespace tare
