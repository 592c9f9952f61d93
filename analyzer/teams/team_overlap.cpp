// SPDX-License-Identifier: Apache-2.0
#include "analyzer/teams/team_overlap.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {

namespace {

struct TeamSpan {
  Ticks begin = 0, end = 0;
  uint32_t node = 0;
  Ticks size = 0;
  bool nested = false;
  double weight = 1;
};

// Its master's first and last segment tell a team's life.
std::vector<TeamSpan> teamSpans(const Profile &profile, const Teams &teams) {
  std::vector<TeamSpan> spans;
  for (const RegionInstance &instance : teams.instances()) {
    if (!instance.joined)
      continue;
    const Segment &first = segmentAt(profile, *instance.first);
    TeamSpan span{first.open,        segmentAt(profile, *instance.last).leave,
                  first.region_node, first.team_size,
                  instance.nested,   first.weight};
    if (span.begin < span.end)
      spans.push_back(span);
  }
  return spans;
}

struct SpanEdge {
  Ticks at;
  const TeamSpan *span;
  bool begins;
};

class Sweep {
public:
  explicit Sweep(Ticks p) : p_(p) {}

  void pass(const SpanEdge &event) {
    book(event.at - now_);
    now_ = event.at;
    if (!event.span->nested)
      outer_ = event.begins ? event.span : nullptr;
    else if (event.begins)
      nested_.push_back(event.span);
    else
      nested_.erase(std::find(nested_.begin(), nested_.end(), event.span));
  }

  /// By the nodes of an outer and a nested region, whole but for weights.
  using Found = std::map<std::pair<uint32_t, uint32_t>, long double>;
  const Found &found() const { return found_; }

private:
  void book(Ticks length) {
    Ticks left = outer_ ? std::max<Ticks>(p_ - outer_->size, 0) : 0;
    for (const TeamSpan *span : nested_) {
      Ticks used = std::min(left, span->size - 1);
      left -= used;
      if (used * length > 0)
        found_[{outer_->node, span->node}] +=
            static_cast<long double>(outer_->weight) * used * length;
    }
  }

  Ticks p_, now_ = 0;
  const TeamSpan *outer_ = nullptr;
  std::vector<const TeamSpan *> nested_;
  Found found_;
};

Ticks sumOf(const Profile &profile, uint32_t node, Ticks ProfileNode::*area) {
  Ticks sum = 0;
  for (const ProfileThread &thread : profile.threads)
    sum += thread.nodes[node].*area;
  return sum;
}

/// Of nested teams the log may lack most instances; the cells have the threads of all. Those that are
/// logged tell of the others, as far as the outer one has threads too few.
Sweep::Found ofAllInstances(const Profile &profile, const std::vector<TeamSpan> &spans,
                            Sweep::Found found) {
  std::map<uint32_t, long double> logged;
  for (const TeamSpan &span : spans)
    if (span.nested)
      logged[span.node] +=
          static_cast<long double>(span.weight) * (span.size - 1) * (span.end - span.begin);
  std::map<uint32_t, long double> left;
  for (auto &[nodes, ticks] : found) {
    auto [outer, inner] = nodes;
    auto [missing, is_new] = left.try_emplace(outer, 0);
    if (is_new)
      missing->second = sumOf(profile, outer, &ProfileNode::missing);
    if (logged[inner] > 0)
      ticks *= sumOf(profile, inner, &ProfileNode::surplus) / logged[inner];
    ticks = std::min(ticks, missing->second);
    missing->second -= ticks;
  }
  return found;
}

} // namespace

std::vector<TeamOverlap> teamOverlaps(const Profile &profile, const Teams &teams) {
  if (std::ranges::none_of(teams.instances(), &RegionInstance::nested))
    return {};
  std::vector<TeamSpan> spans = teamSpans(profile, teams);
  std::vector<SpanEdge> events;
  for (const TeamSpan &span : spans) {
    events.push_back({span.begin, &span, true});
    events.push_back({span.end, &span, false});
  }
  // What ends at a tick ends before what begins there.
  std::sort(events.begin(), events.end(), [](const SpanEdge &a, const SpanEdge &b) {
    return std::pair(a.at, a.begins) < std::pair(b.at, b.begins);
  });
  Sweep sweep(profile.threads_asked);
  for (const SpanEdge &event : events)
    sweep.pass(event);
  Sweep::Found found = profile.log_complete
                           ? sweep.found()
                           : ofAllInstances(profile, spans, sweep.found());
  std::vector<TeamOverlap> overlaps;
  for (const auto &[nodes, ticks] : found)
    overlaps.push_back({nodes.first, nodes.second, std::llround(ticks)});
  return overlaps;
}

} // namespace tare
