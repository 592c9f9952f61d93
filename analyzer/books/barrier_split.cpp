// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/barrier_split.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace tare {

namespace {

struct Arrival { // one thread at one barrier instance
  const Segment *segment;
  const SegmentTransfer *transfer;
};
using Team = std::vector<Arrival>;
using Causes = std::vector<std::pair<CauseKey, Ticks>>; // each key once

Team teamOf(const Profile &profile, const Meeting &meeting, const Transfers &transfers) {
  Team team;
  for (LogPlace place : meeting.arrivals)
    team.push_back({&segmentAt(profile, place), &transfers[place.thread].of(place.index)});
  return team;
}

// Iterations of a loop by the whole team between two common points; 65535 stands for unknown.
std::map<uint32_t, uint64_t> iterationsOf(const Team &team) {
  std::map<uint32_t, uint64_t> units;
  for (const Arrival &a : team)
    for (const SpentTime &spent : a.segment->spent)
      if (spent.kind == Spent::Body)
        units[spent.node] += spent.units;
  return units;
}

// A task that ran before its thread arrived at the end of a `single` was run in a wait of its own
// (taskgroup, taskwait): the others had nothing to run, no more than if one of them had taken it.
State causeOfBody(const Node *node, uint64_t units, size_t team_size, bool at_single) {
  if (!node)
    return State::WaitLoad;
  switch (node->kind) {
  case NodeKind::Single:
  case NodeKind::Master:
  case NodeKind::Masked:
  case NodeKind::Section:
    return State::WaitPart;
  case NodeKind::For:
    return node->counted_iterations && units < team_size ? State::WaitPart : State::WaitLoad;
  case NodeKind::Task:
  case NodeKind::Taskloop:
    return at_single ? State::WaitPart : State::WaitLoad;
  default:
    return State::WaitLoad;
  }
}

State causeOfWait(const Node *node) {
  switch (node ? node->kind : NodeKind::Other) {
  case NodeKind::Critical:
  case NodeKind::Lock:
  case NodeKind::Ordered:
    return State::WaitLock;
  case NodeKind::Spin:
    return State::WaitUser;
  case NodeKind::Taskwait:
  case NodeKind::Taskgroup:
  case NodeKind::Taskyield:
  case NodeKind::Taskloop:
    return State::WaitPart;
  default:
    return State::WaitLoad;
  }
}

class TeamSplit {
public:
  /// `out`: a table for each of the team, or one for all.
  TeamSplit(const Profile &profile, const Team &team, std::span<CauseTable> out)
      : profile_(profile), team_(team), out_(out), iterations_(iterationsOf(team)) {
    auto has_tasks = [](const Arrival &a) { return !a.segment->in_wait.empty(); };
    bool any = std::any_of(team.begin(), team.end(), has_tasks);
    runs_tasks_ = any && !isLateSingle();
    last_ =
        &*std::max_element(team.begin(), team.end(), [this](const Arrival &a, const Arrival &b) {
          return arrivalOf(*a.segment) < arrivalOf(*b.segment);
        });
    over_ = arrivalOf(*last_->segment);
    for (const Arrival &a : team)
      over_ = std::max(over_, a.segment->last_task);
  }

  void post() {
    runs_tasks_ ? postIdle() : postArrivals();
    postAfter();
  }

  std::optional<size_t> last() const {
    if (runs_tasks_)
      return {};
    return static_cast<size_t>(last_ - team_.data());
  }

private:
  // A single with copyprivate has its barrier around it: one thread runs its body in the wait, and
  // arrives when it is done. Tasks may run there too.
  bool isLateSingle() const {
    if (!endsSingle())
      return false;
    for (const Arrival &a : team_)
      for (const SpentTime &spent : a.segment->in_wait)
        if (isTask(profile_.node(spent.node)))
          return false;
    return true;
  }

  bool endsSingle() const {
    const Node *barrier = profile_.node(team_.front().segment->barrier_node);
    return barrier && barrier->kind == NodeKind::Single;
  }

  static bool isTask(const Node *node) {
    return node && (node->kind == NodeKind::Task || node->kind == NodeKind::Taskloop);
  }

  Ticks arrivalOf(const Segment &segment) const {
    return runs_tasks_ || segment.in_wait.empty() ? segment.arrive : segment.last_task;
  }

  void add(const Arrival &at, State cause, uint32_t node, Ticks ticks) {
    if (ticks)
      out_[out_.size() == 1 ? 0 : static_cast<size_t>(&at - team_.data())][{cause, node}] += ticks;
  }

  State skew(const Segment &segment) const {
    if (segment.ordinal > 0)
      return State::SkewRelease;
    return segment.instance == 1 ? State::Startup : State::SkewFork;
  }

  State causeOf(const Segment &segment, const SpentTime &spent) const {
    if (spent.kind == Spent::Fork && spent.node == segment.region_node)
      return skew(segment);
    if (spent.kind == Spent::SetUp)
      return skew(segment);
    if (spent.kind == Spent::Nested) // forked nobody knows where
      return State::WaitLoad;
    if (spent.kind == Spent::Wait)
      return causeOfWait(profile_.node(spent.node));
    return causeOfWork(spent.node);
  }

  State causeOfWork(uint32_t node) const {
    auto units = iterations_.find(node);
    return causeOfBody(profile_.node(node), units == iterations_.end() ? 0 : units->second,
                       team_.size(), endsSingle());
  }

  // A nested region is a part of the work in which it was forked: this team shares out that one.
  CauseKey keyOf(const Segment &segment, const SpentList &records, size_t index) const {
    const SpentTime &spent = records[index];
    if (std::optional<uint32_t> around = constructAround(records, index))
      return {causeOfWork(*around), *around};
    uint32_t node = spent.kind == Spent::SetUp ? segment.region_node : spent.node;
    return {causeOf(segment, spent), node};
  }

  // Each thread's wait, divided over what made the last one later than it.
  void postArrivals() {
    Causes late = causesOf(*last_);
    for (const Arrival &a : team_) {
      const Segment &segment = *a.segment;
      if (!segment.in_wait.empty()) // it waited to be chosen
        add(a, State::WaitPart, segment.barrier_node, untilChosen(segment));
      Ticks wait = over_ - arrivalOf(segment);
      if (wait == 0)
        continue;
      Causes more = late;
      for (const auto &[key, ticks] : causesOf(a))
        addTo(more, key, -ticks);
      postShares(a, wait, more);
    }
  }

  // What it spent less on only makes up for a part of what it spent more on.
  void postShares(const Arrival &a, Ticks wait, const Causes &causes) {
    std::vector<Ticks> parts;
    for (const auto &[key, ticks] : causes)
      parts.push_back(std::max<Ticks>(ticks, 0));
    std::vector<Ticks> shares = shareOut(wait, parts);
    for (size_t i = 0; i < shares.size(); ++i)
      add(a, causes[i].first.state, causes[i].first.node, shares[i]);
  }

  static Ticks untilChosen(const Segment &segment) {
    return segment.in_wait.empty() ? 0 : segment.last_task - segment.arrive - segment.inWait();
  }

  // What is between arrival and M, and not in a task.
  void postIdle() {
    for (const Arrival &a : team_) {
      const Segment &s = *a.segment;
      Ticks idle = overFor(a) - s.arrive;
      for (size_t i = 0; i < s.in_wait.size(); ++i) {
        const SpentTime &spent = s.in_wait[i];
        bool is_wait = spent.kind == Spent::Wait && spent.node == s.barrier_node;
        idle -= is_wait ? 0 : spent.ticks;
        if (spent.kind != Spent::TaskGap)
          continue;
        Ticks delayed = SegmentTransfer::of(a.transfer->in_wait, i);
        add(a, State::Fetching, spent.node, spent.ticks - delayed);
        add(a, State::OffCpu, spent.node, delayed);
      }
      // One thread has no one to wait for: nothing but the runtime lies between its tasks.
      add(a, team_.size() > 1 ? State::LackOfTasks : State::Fetching, s.barrier_node, idle);
    }
  }

  static void addTo(Causes &causes, const CauseKey &key, Ticks ticks) {
    for (auto &[known, sum] : causes)
      if (known == key) {
        sum += ticks;
        return;
      }
    causes.push_back({key, ticks});
  }

  // Everything that made this thread arrive when it did; it sums to its arrival.
  Causes causesOf(const Arrival &a) const {
    const Segment &segment = *a.segment;
    Causes causes = {{{skew(segment), segment.ordinal ? segment.barrier_node : segment.region_node},
                      segment.open}};
    addSpent(causes, segment, segment.spent, a.transfer->spent);
    if (!segment.in_wait.empty()) {
      addSpent(causes, segment, segment.in_wait, a.transfer->in_wait);
      addTo(causes, {State::WaitPart, segment.barrier_node}, untilChosen(segment));
    }
    return causes;
  }

  void addSpent(Causes &causes, const Segment &segment, const SpentList &records,
                const std::vector<Ticks> &transfer) const {
    for (size_t i = 0; i < records.size(); ++i) {
      if (records[i].kind == Spent::Around) // of the record before it
        continue;
      CauseKey key = keyOf(segment, records, i);
      Ticks delayed = SegmentTransfer::of(transfer, i);
      addTo(causes, key, records[i].ticks - delayed);
      if (delayed)
        addTo(causes, {State::WaitOffCpu, key.node}, delayed);
    }
  }

  // From M on. At a region's end only the master sees the join.
  void postAfter() {
    State after = last_->segment->is_last ? State::Join : State::Release;
    uint32_t node = last_->segment->barrier_node;
    for (const Arrival &a : team_) {
      Ticks delayed = a.transfer->wait;
      add(a, after, node, leaveOf(a) - overFor(a) - delayed);
      add(a, State::OffCpu, node, delayed);
    }
  }

  /// M, for this thread. One that is still in the barrier may run tasks that were created behind it
  /// (libgomp): for those that have left it, it was over when they left.
  Ticks overFor(const Arrival &a) const { return std::min(over_, leaveOf(a)); }

  Ticks leaveOf(const Arrival &a) const {
    if (!a.segment->is_last)
      return a.segment->leave;
    for (const Arrival &other : team_)
      if (other.segment->is_master)
        return other.segment->leave;
    return a.segment->arrive;
  }

  const Profile &profile_;
  const Team &team_;
  std::span<CauseTable> out_;
  std::map<uint32_t, uint64_t> iterations_;
  const Arrival *last_ = nullptr;
  bool runs_tasks_ = false;
  Ticks over_ = 0; // M
};

bool complete(const Team &team) {
  const Segment &first = *team.front().segment;
  bool has_master = false;
  for (const Arrival &a : team) {
    const Segment &s = *a.segment;
    has_master |= s.is_master;
    bool has_left = s.leave != 0 || (s.is_last && !s.is_master);
    if (!has_left || s.barrier_node != first.barrier_node || s.team_size != first.team_size ||
        s.is_last != first.is_last)
      return false;
  }
  return has_master && team.size() == first.team_size;
}

using CauseSums = std::map<CauseKey, long double>; // whole ticks but for weights

// As often as the team stands for: only the run's first region is the runtime's start.
void addWeighed(const CauseTable &causes, double weight, CauseSums &sums) {
  for (const auto &[key, ticks] : causes) {
    State state = key.state == State::Startup ? State::SkewFork : key.state;
    sums[key] += ticks;
    if (weight != 1)
      sums[{state, key.node}] += (static_cast<long double>(weight) - 1) * ticks;
  }
}

BarrierSplit rounded(const std::map<uint32_t, CauseSums> &sums) {
  BarrierSplit split;
  for (const auto &[barrier, causes] : sums) {
    CauseTable &table = split[barrier];
    for (const auto &[key, ticks] : causes)
      table[key] = std::llround(ticks);
  }
  return split;
}

} // namespace

std::optional<MeetingSplit> splitMeeting(const Profile &profile, const Meeting &meeting,
                                         const Transfers &transfers) {
  Team team = teamOf(profile, meeting, transfers);
  if (!complete(team))
    return {};
  MeetingSplit split{std::vector<CauseTable>(team.size()), {}};
  TeamSplit posts(profile, team, split.causes);
  posts.post();
  split.last = posts.last();
  return split;
}

BarrierSplit splitBarriers(const Profile &profile, const Teams &teams, const Transfers &transfers) {
  std::map<uint32_t, CauseSums> sums;
  for (const Meeting &meeting : teams.meetings()) {
    Team team = teamOf(profile, meeting, transfers);
    if (!complete(team))
      continue;
    const Segment &segment = *team.front().segment;
    CauseTable causes;
    TeamSplit(profile, team, {&causes, 1}).post();
    addWeighed(causes, segment.weight, sums[segment.barrier_node]);
  }
  return rounded(sums);
}

} // namespace tare
