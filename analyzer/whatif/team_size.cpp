// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/team_size.h"

#include "analyzer/replay/cells.h"
#include "analyzer/whatif/replayable.h"
#include "analyzer/whatif/shared_phase.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

uint16_t cutCount(double count) {
  return static_cast<uint16_t>(std::clamp(std::round(count), 0.0, double(SpentTime::most)));
}

class Resizer {
public:
  Resizer(const Profile &profile, const Teams &teams, int threads,
          const TeamSizeKnowledge &knowledge)
      : from_(profile), teams_(teams), threads_(static_cast<size_t>(threads)),
        knowledge_(knowledge), sharing_(profile), loops_(loopsOf(profile, teams)),
        phase_(profile, sharing_, loops_, knowledge) {}

  Result<Resized> resize() {
    begin();
    Ticks then = 0;
    now_ = 0;
    for (const RegionInstance &instance : teams_.instances()) {
      Ticks fork = segmentAt(from_, *instance.first).open;
      now_ += std::max<Ticks>(fork - then, now_ == 0 ? 1 : 0); // tick 0 is never
      addInstance(instance);
      if (!phase_.refusal().empty())
        return Error{.message = phase_.refusal()};
      const Segment &last = segmentAt(from_, *instance.last);
      then = std::max(last.leave, last.arrive);
    }
    finish();
    return Resized{std::move(to_), doubt_, phase_.untold()};
  }

private:
  void begin() {
    to_ = from_;
    to_.threads_asked = static_cast<uint32_t>(threads_);
    to_.threads.clear();
    initial_ = 0;
    for (size_t i = 0; i < from_.threads.size(); ++i)
      if (from_.threads[i].initial)
        initial_ = i;
    size_t most = threads_;
    for (const RegionInstance &instance : teams_.instances())
      most = std::max(most, teamOf(instance));
    for (size_t j = 0; j < most; ++j)
      to_.threads.push_back(emptyThread(j));
    spreadSamples();
  }

  ProfileThread emptyThread(size_t j) const {
    const ProfileThread &initial = from_.threads[initial_];
    ProfileThread thread;
    thread.tid = j < from_.threads.size() ? from_.threads[j].tid : initial.tid + j;
    thread.initial = j == 0;
    thread.nodes.resize(from_.nodeCount());
    if (j > 0)
      return thread;
    thread.tid = initial.tid;
    thread.serial_ticks = initial.serial_ticks;
    thread.serial_probe_ticks = initial.serial_probe_ticks;
    thread.serial_runq_ns = initial.serial_runq_ns;
    for (size_t node = 0; node < initial.nodes.size(); ++node) {
      for (Spent kind : {Spent::Serial, Spent::Skipped})
        thread.nodes[node].cells[kind] = initial.nodes[node].cells[kind];
      thread.nodes[node].outer = initial.nodes[node].outer;
      thread.nodes[node].statements = initial.nodes[node].statements;
    }
    return thread;
  }

  /// What they tell of iterations does not depend on who executed them.
  void spreadSamples() {
    for (size_t i = 0; i < from_.threads.size(); ++i) {
      std::vector<IterationSample> &samples = to_.threads[i % threads_].samples;
      samples.insert(samples.end(), from_.threads[i].samples.begin(),
                     from_.threads[i].samples.end());
    }
  }

  size_t teamOf(const RegionInstance &instance) const {
    const Segment &any = segmentAt(from_, instance.segments.front());
    size_t then = any.team_size;
    if (then == from_.threads_asked)
      return threads_;
    const Node *region = from_.node(any.region_node);
    bool is_fixed = region && findClause(region->clauses, "num_threads");
    return is_fixed || then == 1 ? then : std::min(then, threads_);
  }

  void addInstance(const RegionInstance &instance) {
    size_t team = teamOf(instance);
    bool is_same = team == segmentAt(from_, instance.segments.front()).team_size;
    ++instances_;
    open_.assign(team, now_);
    for (const Meeting &meeting : instance.meetings) {
      phase_.shareOut(meeting, team);
      doubt_ += phase_.doubt();
      addMeeting(meeting, team, is_same);
    }
    now_ = open_.front();
  }

  void addMeeting(const Meeting &meeting, size_t team, bool is_same) {
    const Segment &first = segmentAt(from_, meeting.arrivals.front());
    Ticks over = 0, over_then = 0;
    double after = 0, released = 0;
    for (LogPlace place : meeting.arrivals) {
      const Segment &s = segmentAt(from_, place);
      over_then = std::max(over_then, std::max(s.arrive, s.in_wait.empty() ? 0 : s.last_task));
    }
    for (LogPlace place : meeting.arrivals)
      if (const Segment &s = segmentAt(from_, place); s.leave > 0) {
        after += static_cast<double>(std::max<Ticks>(s.leave - over_then, 0));
        ++released;
      }
    double release = released > 0 ? after / released : 0;
    if (!is_same)
      release = std::max(release * knowledge_.release, team > 1 ? knowledge_.release_least : 0);
    std::vector<Segment> segments(team);
    for (size_t j = 0; j < team; ++j) {
      segments[j] = segmentOf(first, j, team);
      over = std::max({over, segments[j].arrive, segments[j].last_task});
    }
    for (size_t j = 0; j < team; ++j) {
      Segment &segment = segments[j];
      Ticks leave = over + cutTicks(release);
      segment.leave = first.is_last && j > 0 ? 0 : leave;
      open_[j] = leave;
      addCounts(j, segment.barrier_node, Spent::Wait, segment.leave ? 1 : 0, 0);
      to_.threads[j].log.push_back(std::move(segment));
    }
  }

  Segment segmentOf(const Segment &like, size_t j, size_t team) {
    Segment segment;
    static_cast<SegmentHead &>(segment) = like;
    segment.instance = instances_;
    segment.open = open_[j];
    segment.team_size = static_cast<uint16_t>(team);
    segment.thread_num = static_cast<uint16_t>(j);
    segment.is_master = j == 0;
    segment.has_runq = false;
    segment.runq_ns = 0;
    segment.path = j == 0 ? like.path : 0;
    segment.stands_for = j == 0 ? like.stands_for : 0;
    segment.stands_for_count = j == 0 ? like.stands_for_count : 0;
    segment.late = 0;
    segment.arrive = segment.open;
    std::vector<SpentTime> records, in_wait;
    Ticks filled = 0;
    for (const PhaseItem &item : phase_.items()) {
      Ticks ticks = cutTicks(item.now[j]);
      double entries = std::round(item.entries_now[j]), units = std::round(item.units_now[j]);
      if (ticks <= 0 && entries <= 0)
        continue;
      double part = item.in_tasks ? phase_.late(j).part : 0;
      Ticks late = cutTicks(static_cast<double>(ticks) * part);
      SpentTime record{ticks - late, item.node, item.kind, cutCount(units), cutCount(entries)};
      addCounts(j, item.node, item.kind, entries, units);
      segment.arrive += record.ticks;
      filled += late;
      if (late > 0) {
        in_wait.push_back({late, item.node, item.kind, 0, 0});
        std::swap(in_wait.back().units, record.units);
        std::swap(in_wait.back().entries, record.entries);
      }
      if (late == 0 || record.ticks > 0)
        records.push_back(record);
    }
    segment.spent = records;
    if (!in_wait.empty())
      setInWait(segment, in_wait, filled, phase_.late(j));
    return segment;
  }

  static void setInWait(Segment &segment, const std::vector<SpentTime> &records, Ticks filled,
                        const LateTasks &late) {
    segment.in_wait = records;
    segment.last_task = std::max(segment.open + late.last, segment.arrive + filled);
    segment.first_task =
        std::clamp(segment.open + late.first, segment.arrive, segment.last_task - filled);
  }

  void addCounts(size_t thread, uint32_t node, Spent kind, double entries, double units) {
    Counted &of = counted_[{thread, node, kind}];
    of.entries += entries;
    of.units += units;
  }

  // ---- cells ----

  void finish() {
    for (const auto &[place, counts] : counted_) {
      ProfileCell &cell = to_.threads[place.thread].nodes[place.node].cells[place.kind];
      cell.entries = static_cast<uint64_t>(std::llround(counts.entries));
      cell.units = static_cast<uint64_t>(std::llround(counts.units));
    }
    copyCounted();
    to_.regions = instances_;
    cellsFromLog(to_);
  }

  /// Constructs of which only the executions are known.
  void copyCounted() {
    for (uint32_t node = 0; node < from_.nodeCount(); ++node) {
      if (const Node *of = from_.node(node); !of || of->treatment != Treatment::Counted)
        continue;
      uint64_t entries = 0, units = 0;
      for (const ProfileThread &thread : from_.threads) {
        entries += thread.nodes[node].cells[Spent::Body].entries;
        units += thread.nodes[node].cells[Spent::Body].units;
      }
      WorkShare::Kind kind = sharing_.of(node).kind;
      if (kind == WorkShare::Kind::Repeated) {
        entries = entries / from_.threads_asked * threads_;
        units = units / from_.threads_asked * threads_;
      }
      for (size_t j = 0; j < threads_; ++j) {
        ProfileCell &cell = to_.threads[j].nodes[node].cells[Spent::Body];
        cell.entries = entries * (j + 1) / threads_ - entries * j / threads_;
        cell.units = units * (j + 1) / threads_ - units * j / threads_;
      }
    }
  }

  struct Counted {
    double entries = 0, units = 0;
  };
  struct CellPlace {
    size_t thread = 0;
    uint32_t node = 0;
    Spent kind = Spent::Body;
    auto operator<=>(const CellPlace &) const = default;
  };

  const Profile &from_;
  const Teams &teams_;
  size_t threads_;
  const TeamSizeKnowledge &knowledge_;
  WorkSharing sharing_;
  LoopsKnown loops_;
  SharedPhase phase_;
  Profile to_;
  size_t initial_ = 0;
  uint64_t instances_ = 0;
  Ticks now_ = 0;
  std::vector<Ticks> open_; // of each thread of the team
  std::map<CellPlace, Counted> counted_;
  double doubt_ = 0;
};

} // namespace

Result<Resized> withTeamSize(const Profile &profile, const Teams &teams, int threads,
                             const TeamSizeKnowledge &knowledge) {
  TARE_DO(checkReplayable(profile, teams));
  return Resizer(profile, teams, threads, knowledge).resize();
}

} // namespace tare
