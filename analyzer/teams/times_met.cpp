// SPDX-License-Identifier: Apache-2.0
#include "analyzer/teams/times_met.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tare {

namespace {

/// The time that each of a team's threads enters once when the team meets the construct.
std::optional<Spent> enteredOnce(NodeKind kind) {
  switch (kind) {
  case NodeKind::For:
  case NodeKind::Sections:
    return Spent::Body;
  case NodeKind::Barrier:
  case NodeKind::Scope: // it has its barrier only
    return Spent::Wait;
  default:
    return std::nullopt;
  }
}

/// One construct over all threads.
struct Tally {
  std::optional<Spent> entered;
  uint64_t entries = 0, most = 0; // in the cells; on one thread
  double logged = 0, teams = 0;   // entries in the log, and the teams that these make

  void add(uint64_t count) {
    entries += count;
    most = std::max(most, count);
  }
  void addLogged(const Segment &segment, double count) {
    logged += segment.weight * count;
    teams += segment.weight * count / std::max<double>(segment.team_size, 1);
  }
  uint64_t times() const {
    if (logged <= 0)
      return most;
    double share = teams / logged;
    auto times = static_cast<uint64_t>(std::llround(static_cast<double>(entries) * share));
    return std::max(times, most);
  }
};

class Counter {
public:
  explicit Counter(const Profile &profile) : profile_(profile), of_(profile.nodeCount()) {
    for (uint32_t index = 0; index < of_.size(); ++index)
      if (const Node *node = profile.node(index))
        of_[index].entered = enteredOnce(node->kind);
  }

  std::vector<uint64_t> count() {
    bool any = false;
    for (const ProfileThread &thread : profile_.threads)
      any |= addCells(thread);
    for (size_t t = 0; any && t < profile_.threads.size(); ++t)
      for (const Segment &segment : profile_.threads[t].log)
        addSegment(segment);
    std::vector<uint64_t> times;
    for (uint32_t index = 0; index < of_.size(); ++index)
      times.push_back(byMasters(index).value_or(of_[index].times()));
    return times;
  }

private:
  /// By those that forked the region around it: they are in all of its teams, so they meet what
  /// teams meet as often as these do, whatever the sizes of the teams are. Absent: one that forked
  /// some of them was in others' teams as well, or it is not needed.
  std::optional<uint64_t> byMasters(uint32_t index) const {
    std::optional<uint32_t> region = regionAround(index);
    if (profile_.log_complete || !region)
      return std::nullopt;
    uint64_t times = 0;
    for (const ProfileThread &thread : profile_.threads) {
      if (std::max(index, *region) >= thread.nodes.size() || thread.nodes[*region].instances == 0)
        continue;
      const ProfileNode &of_region = thread.nodes[*region];
      if (of_region.instances != of_region.cells[Spent::Fork].entries)
        return std::nullopt;
      times += thread.nodes[index].cells[*of_[index].entered].entries;
    }
    return times > 0 ? std::optional(times) : std::nullopt;
  }

  /// The region in the text around a construct that teams meet.
  std::optional<uint32_t> regionAround(uint32_t index) const {
    if (!of_[index].entered)
      return std::nullopt;
    for (const ProfileModule &module : profile_.modules) {
      const std::vector<Node> &nodes = module.tree.nodes;
      if (index < module.first_node || index - module.first_node >= nodes.size())
        continue;
      for (int at = nodes[index - module.first_node].parent; at >= 0; at = nodes[at].parent)
        if (nodes[at].kind == NodeKind::Parallel)
          return module.first_node + static_cast<uint32_t>(at);
    }
    return std::nullopt;
  }

  bool addCells(const ProfileThread &thread) {
    bool any = false;
    for (uint32_t index = 0; index < thread.nodes.size(); ++index)
      if (of_[index].entered) {
        of_[index].add(thread.nodes[index].cells[*of_[index].entered].entries);
        any |= of_[index].most > 0;
      }
    return any;
  }

  void addSegment(const Segment &segment) {
    for (const SpentTime &spent : segment.spent)
      if (of_[spent.node].entered == Spent::Body && spent.kind == Spent::Body)
        of_[spent.node].addLogged(segment, spent.entries);
    if (of_[segment.barrier_node].entered == Spent::Wait) // its entry is the sentence itself
      of_[segment.barrier_node].addLogged(segment, 1);
  }

  const Profile &profile_;
  std::vector<Tally> of_; // by node
};

} // namespace

bool isMetByTeams(NodeKind kind) { return enteredOnce(kind).has_value(); }

std::vector<uint64_t> timesMetByTeams(const Profile &profile) { return Counter(profile).count(); }

} // namespace tare
