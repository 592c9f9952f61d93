// SPDX-License-Identifier: Apache-2.0
// A run made by hand, event by event: what the runtime would have recorded, as a Profile. Times
// are ticks of a microsecond.
#pragma once

#include "analyzer/profile/profile.h"
#include "directive.h"

#include <memory>

namespace tare::test {

/// One team member's life in a region, as durations from one common point to the next.
class FakeRun {
public:
  explicit FakeRun(int threads) : p_(threads) {
    profile_.program = "fake";
    profile_.ticks_per_second = 1e6;
    profile_.threads_asked = static_cast<uint32_t>(threads);
    profile_.log_complete = true;
    profile_.modules.resize(1);
    profile_.modules[0].tree.unit = "fake.c";
  }

  uint32_t node(NodeKind kind, const std::string &name, bool counted = false) {
    Node node;
    node.id = {"fake.c", "main", std::string(kindName(kind)) + name, 0};
    node.kind = kind;
    node.treatment = Treatment::Measured;
    node.counted_iterations = counted;
    profile_.modules[0].tree.nodes.push_back(node);
    return static_cast<uint32_t>(profile_.modules[0].tree.nodes.size() - 1);
  }
  Node &describe(uint32_t index) { return profile_.modules[0].tree.nodes[index]; }

  /// A chain of calls, innermost first, as addresses in the program; regions that are forked from
  /// now on go through it. None: not known.
  void through(const std::vector<uint64_t> &calls) {
    path_ = 0;
    if (calls.empty())
      return;
    profile_.objects = {"/bin/fake"};
    CallPath path;
    for (uint64_t address : calls)
      path.calls.push_back({0, address});
    profile_.paths.push_back(path);
    path_ = static_cast<uint32_t>(profile_.paths.size());
  }

  void serial(Ticks ticks) {
    thread(0).serial_ticks += ticks;
    now_ += ticks;
  }

  /// Serial code at a node that has probes.
  void serialAt(uint32_t node, Ticks ticks, uint64_t units = 1) {
    ProfileCell &cell = cells(0, node).cells[Spent::Serial];
    cell.ticks += ticks;
    cell.entries += 1;
    cell.units += units;
    now_ += ticks;
  }

  /// Begins a region: every thread starts `starts[i]` after the fork.
  void fork(uint32_t region, const std::vector<Ticks> &starts) {
    region_ = region;
    instance_ += 1;
    ordinal_ = 0;
    fork_ = now_;
    open_.assign(starts.size(), now_);
    pending_.assign(starts.size(), {});
    waiting_.assign(starts.size(), {});
    profile_.regions += 1;
    for (size_t i = 0; i < starts.size(); ++i) {
      spend(i, region, Spent::Fork, starts[i]);
      thread(i);
    }
  }

  /// Thread i spends time at a node. `entries` 0: it was open at the segment's begin.
  void spend(size_t i, uint32_t node, Spent kind, Ticks ticks, uint64_t units = 0,
             uint64_t entries = 1) {
    add(pending_[i], {ticks, node, kind, cut(units), cut(entries)});
    if (!hasCell(kind))
      return;
    ProfileCell &cell = cells(i, node).cells[kind];
    cell.ticks += ticks;
    cell.entries += entries;
    cell.units += units;
  }

  /// An iteration that thread i sampled: its body, and the gap behind it.
  void sample(size_t i, uint32_t loop, int64_t index, Ticks body,
              IterationSample::Gap kind = IterationSample::Gap::None, Ticks gap = 0) {
    thread(i).samples.push_back({index, loop, uint32_t(instance_), body, gap, kind});
  }

  /// Thread i runs a task at `begin` of the window, while it waits at the barrier or join to come.
  void taskInWait(size_t i, uint32_t node, Ticks begin, Ticks ticks, uint64_t units = 1) {
    Waiting &w = waiting_[i];
    w.first = w.last == 0 ? begin : w.first;
    w.last = begin + ticks;
    add(w.records, {ticks, node, Spent::Body, cut(units), 1});
    ProfileCell &cell = cells(i, node).cells[Spent::Body];
    cell.ticks += ticks;
    cell.entries += 1;
    cell.units += units;
  }

  /// Of its wait to come, thread i spends `ticks` although a task was ready; one of `node` ended
  /// that.
  void fetchInWait(size_t i, uint32_t node, Ticks ticks) {
    add(waiting_[i].records, {ticks, node, Spent::TaskGap, 1, 1});
  }

  /// All threads pass a barrier; the last arrival is followed by `release[i]`.
  void barrier(uint32_t node, const std::vector<Ticks> &release) {
    Ticks last = over();
    for (size_t i = 0; i < open_.size(); ++i) {
      Ticks leave = last + release[i];
      Segment segment = segmentOf(i, node);
      segment.leave = leave;
      waited(i, segment);
      log(i, segment);
      open_[i] = leave;
    }
    ordinal_ += 1;
  }

  /// The region ends; the master's join is `join` after the last arrival.
  void join(Ticks join) {
    Ticks end = over() + join;
    auto n = static_cast<Ticks>(open_.size());
    for (size_t i = 0; i < open_.size(); ++i) {
      Segment segment = segmentOf(i, region_);
      segment.is_last = true;
      if (i == 0) {
        segment.path = path_;
        segment.leave = end;
        waited(0, segment);
      }
      cells(i, region_).inside += (i == 0 ? end : segment.arrive + segment.inWait()) - fork_;
      log(i, segment);
    }
    ProfileNode &team = cells(0, region_);
    team.span += end - fork_;
    team.area += n * (end - fork_);
    team.missing += std::max<Ticks>(p_ - n, 0) * (end - fork_);
    team.surplus += std::max<Ticks>(n - p_, 0) * (end - fork_);
    team.instances += 1;
    now_ = end;
  }

  Profile finish() {
    profile_.window = now_;
    for (ProfileThread &t : profile_.threads)
      t.nodes.resize(profile_.modules[0].tree.nodes.size());
    return profile_;
  }
  std::shared_ptr<const Profile> shared() { return std::make_shared<const Profile>(finish()); }

private:
  ProfileThread &thread(size_t i) {
    while (profile_.threads.size() <= i) {
      profile_.threads.emplace_back();
      profile_.threads.back().initial = profile_.threads.size() == 1;
    }
    return profile_.threads[i];
  }
  ProfileNode &cells(size_t i, uint32_t node) {
    ProfileThread &t = thread(i);
    if (t.nodes.size() <= node)
      t.nodes.resize(node + 1);
    return t.nodes[node];
  }
  static uint16_t cut(uint64_t count) {
    return static_cast<uint16_t>(std::min<uint64_t>(count, SpentTime::most));
  }
  /// A segment has one record for each kind of time at a node.
  static void add(std::vector<SpentTime> &records, const SpentTime &more) {
    for (SpentTime &record : records)
      if (record.node == more.node && record.kind == more.kind) {
        record.ticks += more.ticks;
        record.units = cut(uint64_t(record.units) + more.units);
        record.entries = cut(uint64_t(record.entries) + more.entries);
        return;
      }
    records.push_back(more);
  }
  /// The wait after a segment, at whose end its thread was seen: not at the window's first tick.
  void waited(size_t i, const Segment &segment) {
    ProfileCell &wait = cells(i, segment.barrier_node).cells[Spent::Wait];
    wait.ticks += segment.leave - segment.arrive - segment.inWait();
    wait.entries += segment.leave > 0;
  }
  Ticks arrival(size_t i) const {
    Ticks at = open_[i];
    for (const SpentTime &s : pending_[i])
      at += s.ticks;
    return at;
  }
  /// The last arrival, or the end of the last task.
  Ticks over() const {
    Ticks last = 0;
    for (size_t i = 0; i < open_.size(); ++i)
      last = std::max({last, arrival(i), waiting_[i].last});
    return last;
  }
  Segment segmentOf(size_t i, uint32_t barrier_node) const {
    Segment s;
    s.instance = instance_;
    s.open = open_[i];
    s.arrive = arrival(i);
    s.region_node = region_;
    s.barrier_node = barrier_node;
    s.ordinal = ordinal_;
    s.team_size = static_cast<uint16_t>(open_.size());
    s.thread_num = static_cast<uint16_t>(i);
    s.is_master = i == 0;
    s.spent = pending_[i];
    s.in_wait = waiting_[i].records;
    s.first_task = waiting_[i].first;
    s.last_task = waiting_[i].last;
    return s;
  }
  void log(size_t i, const Segment &segment) {
    thread(i).log.push_back(segment);
    pending_[i].clear();
    waiting_[i] = {};
  }

  struct Waiting {
    std::vector<SpentTime> records;
    Ticks first = 0, last = 0;
  };

  Profile profile_;
  uint32_t path_ = 0;
  int p_;
  Ticks now_ = 0, fork_ = 0;
  uint32_t region_ = 0;
  uint64_t instance_ = 0;
  uint32_t ordinal_ = 0;
  std::vector<Ticks> open_;
  std::vector<std::vector<SpentTime>> pending_;
  std::vector<Waiting> waiting_;
};

/// Worked example 2 of BOOKS section 4 in nanoseconds, from behind the fork to the join.
inline void threeTasksOnTwoThreads(FakeRun &run, uint32_t task) {
  run.spend(0, task, Spent::Creation, 3000);
  run.fetchInWait(0, task, 500);
  run.taskInWait(0, task, 3500, 10000);
  run.fetchInWait(1, task, 500);
  run.taskInWait(1, task, 1500, 10000);
  run.fetchInWait(1, task, 500);
  run.taskInWait(1, task, 12000, 30000);
  run.join(500);
}

} // namespace tare::test
