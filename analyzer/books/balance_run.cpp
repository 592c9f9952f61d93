// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/balance_run.h"

#include "analyzer/books/barrier_split.h"
#include "analyzer/books/conservation.h"
#include "analyzer/books/dispatch.h"
#include "analyzer/books/run_queue.h"
#include "analyzer/books/state_of.h"
#include "analyzer/teams/team_overlap.h"
#include "analyzer/teams/times_met.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace tare {

namespace {

class Builder {
public:
  Builder(const Profile &profile, const Teams &teams, int threads, const KeyTable &table,
          const std::vector<int> &keys)
      : profile_(profile), teams_(teams), table_(table), keys_(keys) {
    run_.balance.threads = threads;
    run_.balance.window = profile.window;
    run_.balance.nodes.resize(table.size());
    waits_.assign(profile.nodeCount(), 0);
    if (hidesTasks(profile))
      run_.notes.push_back({"hidden-tasks"});
  }

  /// Of the cells only these, by node: what else a thread did is in no state.
  void takeOnly(const CellSets &cells) { only_ = &cells; }

  /// `is_whole`: the cells are of the whole run, so the log may lack a part of what they have.
  BalancedRun build(const Transfers &transfers, bool is_whole) {
    for (const ProfileThread &thread : profile_.threads)
      addThread(thread);
    countMeetings();
    subtractOverlaps();
    addRegionEnds();
    subtractTransfers(transfers, is_whole);
    moveDispatch();
    postWaits(splitBarriers(profile_, teams_, transfers));
    moveStartup(transfers);
    serialOffCpu();
    meanThreads();
    return std::move(run_);
  }

private:
  NodeBalance &at(uint32_t index) { return run_.balance.nodes[keys_[index]]; }
  bool takes(uint32_t index, Spent kind) const {
    return !only_ || (index < only_->size() && (*only_)[index].has(kind));
  }

  NodeKind kindOf(uint32_t index) const {
    const Node *node = profile_.node(index);
    return node ? node->kind : NodeKind::Other;
  }

  void addThread(const ProfileThread &thread) {
    RunBalance &b = run_.balance;
    b.serial += thread.serial_ticks;
    b.serial_probe += thread.serial_probe_ticks;
    b.probe += thread.probe_ticks;
    for (uint32_t index = 0; index < thread.nodes.size(); ++index)
      addNode(index, thread.nodes[index]);
    countMost(thread);
  }

  /// All copies of a node together.
  void countMost(const ProfileThread &thread) {
    std::map<int, uint64_t> entries;
    for (uint32_t index = 0; index < thread.nodes.size(); ++index)
      if (kindOf(index) == NodeKind::Loop)
        entries[keys_[index]] += thread.nodes[index].cells[Spent::Body].entries;
    for (auto [key, count] : entries) {
      NodeBalance &n = run_.balance.nodes[key];
      n.most = std::max(n.most, count);
    }
  }

  void addNode(uint32_t index, const ProfileNode &node) {
    NodeBalance &n = at(index);
    const ProfileCell &body = node.cells[Spent::Body];
    NodeKind kind = kindOf(index);
    for (Spent spent : logged_kinds)
      if (takes(index, spent))
        placeOf(index, spent) += node.cells[spent].ticks;
    if (takes(index, Spent::Skipped))
      n[State::Opaque] += run_.balance.threads * node.cells[Spent::Skipped].ticks;
    addSerial(n, node.cells[Spent::Serial]);
    n[State::Missing] += node.missing;
    n[State::Surplus] += node.surplus;
    bool is_taskloop =
        kind == NodeKind::Taskloop && profile_.node(index)->treatment == Treatment::Measured;
    // An untied task may be entered several times.
    bool by_units = kind == NodeKind::For || kind == NodeKind::Loop || kind == NodeKind::Task ||
                    profile_.node(index)->treatment == Treatment::Counted;
    n.executions += by_units || is_taskloop ? body.units : body.entries;
    if (is_taskloop)
      n.instances += node.cells[Spent::Creation].entries;
    else
      countInstances(n, kind, node);
    countAcquisitions(n, kind, *profile_.node(index), node);
  }

  /// Nobody else was there who could hold a lock: what took long was no wait for one.
  bool isAlone() const { return profile_.threads.size() == 1 && profile_.foreign_regions == 0; }

  void countAcquisitions(NodeBalance &n, NodeKind kind, const Node &node,
                         const ProfileNode &of) const {
    const ProfileCell &wait = of.cells[Spent::Wait];
    bool is_routine = kind == NodeKind::Lock && !releasesLock(node);
    if (kind != NodeKind::Critical && kind != NodeKind::Ordered && !is_routine)
      return;
    const ProfileCell &held = of.cells[Spent::Body];
    n.acquisitions += is_routine ? wait.entries : std::max(held.entries, held.units);
    n.contended += isAlone() ? 0 : wait.units;
  }

  void addSerial(NodeBalance &n, const ProfileCell &cell) {
    n[State::Serial] += cell.ticks;
    n.instances += cell.entries;
    run_.balance.serial += cell.ticks;
  }

  static bool isWaitOnly(NodeKind kind) {
    return kind == NodeKind::Taskwait || kind == NodeKind::Taskgroup ||
           kind == NodeKind::Taskyield || kind == NodeKind::Lock || kind == NodeKind::Spin;
  }

  // A single, a section or a critical is met once for each execution. What all threads of a team
  // meet is counted by teams.
  static void countInstances(NodeBalance &n, NodeKind kind, const ProfileNode &node) {
    uint64_t body = node.cells[Spent::Body].entries;
    uint64_t wait = node.cells[Spent::Wait].entries;
    if (isMetByTeams(kind))
      return;
    if (kind == NodeKind::Parallel)
      n.instances += node.instances;
    else if (kind == NodeKind::Task)
      n.instances += node.cells[Spent::Body].units;
    else if (isWaitOnly(kind) || (kind == NodeKind::Ordered && body == 0)) // it waits for a sink
      n.instances += body + wait;
    else
      n.instances += body;
  }

  void countMeetings() {
    std::vector<uint64_t> times = timesMetByTeams(profile_);
    for (uint32_t index = 0; index < times.size(); ++index)
      at(index).instances += times[index];
  }

  // Cores that a small outer team leaves to nested ones neither lack threads nor have too many.
  void subtractOverlaps() {
    for (const TeamOverlap &overlap : teamOverlaps(profile_, teams_)) {
      at(overlap.outer)[State::Missing] -= overlap.ticks;
      at(overlap.inner)[State::Surplus] -= overlap.ticks;
    }
    auto any = [&](State side) {
      return std::any_of(run_.balance.nodes.begin(), run_.balance.nodes.end(),
                         [&](const NodeBalance &n) { return n[side] > 0; });
    };
    if (!profile_.log_complete && any(State::Missing) && any(State::Surplus))
      run_.notes.push_back({"log-incomplete"});
  }

  // The workers' waits at region ends: the team's area less what all its threads spent inside.
  // Of a region timed from outside all that is known is its area.
  void addRegionEnds() {
    for (const ProfileThread &thread : profile_.threads)
      for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
        if (!takes(index, Spent::Wait))
          continue;
        Ticks rest = thread.nodes[index].area - thread.nodes[index].inside;
        (profile_.timedOutside(index) ? at(index)[State::Opaque] : waits_[index]) += rest;
      }
  }

  /// By node and kind; whole ticks but for weights.
  using OffCpu = std::map<std::pair<uint32_t, Spent>, long double>;

  void subtractTransfers(const Transfers &transfers, bool is_whole) {
    OffCpu off_cpu;
    for (size_t t = 0; t < transfers.size(); ++t) {
      const ProfileThread &thread = profile_.threads[t];
      double times = is_whole ? 1 / loggedPart(profile_, thread) : 1;
      for (const auto &[index, transfer] : transfers[t].given())
        addSegment(thread.log[index], transfer, times, off_cpu);
    }
    for (const auto &[place, sum] : off_cpu) {
      if (!takes(place.first, place.second))
        continue;
      Ticks ticks = std::llround(sum);
      placeOf(place.first, place.second) -= ticks;
      at(place.first)[State::OffCpu] += ticks;
    }
  }

  static void addSegment(const Segment &segment, const SegmentTransfer &transfer, double times,
                         OffCpu &sums) {
    addSpent(segment.spent, transfer.spent, times * segment.weight, sums);
    addSpent(segment.in_wait, transfer.in_wait, times * segment.weight, sums);
  }

  static void addSpent(const SpentList &records, const std::vector<Ticks> &transfer, double weight,
                       OffCpu &sums) {
    for (size_t k = 0; k < transfer.size(); ++k)
      if (transfer[k] && hasCell(records[k].kind)) // what gaps between tasks give, the split posts
        sums[{records[k].node, records[k].kind}] += static_cast<long double>(weight) * transfer[k];
  }

  void moveDispatch() {
    for (const auto &[key, dispatch] : dispatchByKey(profile_, keys_)) {
      NodeBalance &n = run_.balance.nodes[static_cast<size_t>(key)];
      Ticks ticks = dispatch.in(n[State::Work]);
      n[State::Work] -= ticks;
      n[State::Scheduling] += ticks;
    }
  }

  // Where a kind of time that the log has belongs; what is waited at barriers is divided later.
  Ticks &placeOf(uint32_t index, Spent spent) {
    bool at_barrier = spent == Spent::Wait && waitsAtBarrier(kindOf(index));
    bool is_divided = at_barrier && !profile_.timedOutside(index);
    if (is_divided)
      return waits_[index];
    State state = profile_.timedOutside(index)
                      ? State::Opaque
                      : stateOf(spent, kindOf(index), hidesTasksAt(index));
    return at(index)[state];
  }

  bool hidesTasksAt(uint32_t index) const { return mayHideTasks(table_.node(keys_[index])); }

  void postWaits(const BarrierSplit &split) {
    for (uint32_t barrier = 0; barrier < waits_.size(); ++barrier) {
      Ticks total = waits_[barrier];
      auto found = split.find(barrier);
      if (hidesTasksAt(barrier)) // on one thread it is work, if tasks are deferred there
        at(barrier)[State::Opaque] += total;
      else if (isOpaque(table_.node(keys_[barrier])) || found == split.end())
        at(barrier)[State::WaitUnknown] += total;
      else
        postSplit(barrier, total, found->second);
    }
  }

  // The cells know the total exactly; a sampled log knows the causes of a part of it.
  void postSplit(uint32_t barrier, Ticks total, const CauseTable &causes) {
    Ticks logged = 0;
    for (const auto &[key, ticks] : causes)
      logged += ticks;
    Ticks posted = 0;
    for (const auto &[key, ticks] : causes) {
      Ticks amount = logged == total ? ticks : scaled(ticks, total, logged);
      at(key.node)[key.state] += amount;
      posted += amount;
    }
    at(barrier)[logged == 0 ? State::WaitUnknown : State::Release] += total - posted;
  }
  static Ticks scaled(Ticks ticks, Ticks total, Ticks logged) {
    return logged == 0 ? 0 : static_cast<Ticks>(static_cast<__int128>(ticks) * total / logged);
  }

  /// What is left of the first forks, without what their threads waited for a core.
  void moveStartup(const Transfers &transfers) {
    for (size_t t = 0; t < profile_.threads.size(); ++t) {
      const std::vector<Segment> &log = profile_.threads[t].log;
      for (size_t i = 0; i < log.size(); ++i)
        if (log[i].instance == 1 && log[i].ordinal == 0)
          moveFork(log[i], transfers[t].of(i));
    }
    moveOpenStart();
  }

  /// A run that was cut off in its first region: what a thread did until then is in no log, so all
  /// of its fork is the start.
  void moveOpenStart() {
    std::optional<uint32_t> region = regionCutOff();
    if (!region)
      return;
    for (const ProfileThread &thread : profile_.threads) {
      if (*region >= thread.nodes.size() || std::ranges::any_of(thread.log, isOutermost))
        continue;
      NodeBalance &n = at(*region);
      Ticks amount = std::min(thread.nodes[*region].cells[Spent::Fork].ticks, n[State::Fork]);
      n[State::Fork] -= amount;
      n[State::Startup] += amount;
    }
  }

  static bool isOutermost(const Segment &segment) { return segment.depth == 0; }

  /// The first region, where the run ended in it: its span holds those of regions inside. Nothing:
  /// it ended somewhere else, or a log that lacks segments does not tell.
  std::optional<uint32_t> regionCutOff() const {
    if (!profile_.cut_off || profile_.isLogSampled() || profile_.disk_full || profile_.budget_ppm)
      return std::nullopt;
    auto is_later = [](const Segment &s) {
      return isOutermost(s) && (s.instance > 1 || s.is_last);
    };
    std::optional<uint32_t> region;
    Ticks longest = 0;
    for (const ProfileThread &thread : profile_.threads) {
      if (std::ranges::any_of(thread.log, is_later))
        return std::nullopt;
      for (uint32_t index = 0; thread.initial && index < thread.nodes.size(); ++index)
        if (thread.nodes[index].span > longest)
          longest = thread.nodes[index].span, region = index;
    }
    return region;
  }

  void moveFork(const Segment &segment, const SegmentTransfer &transfer) {
    for (size_t k = 0; k < segment.spent.size(); ++k) {
      const SpentTime &spent = segment.spent[k];
      if (spent.kind != Spent::Fork || spent.node != segment.region_node)
        continue;
      NodeBalance &n = at(spent.node);
      Ticks amount = std::min(spent.ticks - SegmentTransfer::of(transfer.spent, k), n[State::Fork]);
      n[State::Fork] -= amount;
      n[State::Startup] += amount;
    }
  }

  void serialOffCpu() {
    RunBalance &b = run_.balance;
    double delay = 0;
    for (const ProfileThread &thread : profile_.threads)
      delay += static_cast<double>(thread.serial_runq_ns) * 1e-9 * profile_.ticks_per_second;
    b.serial_off_cpu = std::min(cutTicks(delay), b.serial);
    b.serial -= b.serial_off_cpu;
  }

  /// Every team has one thread that was there before it: the one that forked it.
  void meanThreads() {
    const RunBalance &b = run_.balance;
    for (const ProfileThread &thread : profile_.threads)
      for (const ProfileNode &node : thread.nodes)
        run_.further_threads += node.area - node.span;
    Ticks outermost = b.window - b.serial - b.serial_off_cpu - b.serial_probe;
    auto further = static_cast<double>(run_.further_threads);
    run_.mean_threads_in_regions = outermost > 0 ? 1 + further / static_cast<double>(outermost) : 0;
  }

  const Profile &profile_;
  const Teams &teams_;
  const KeyTable &table_;
  const std::vector<int> &keys_;
  BalancedRun run_;
  std::vector<Ticks> waits_;       // B + Z + J per barrier node, still undivided
  const CellSets *only_ = nullptr; // none: all
};

std::string signedTicks(Ticks ticks) {
  std::string text = ticks < 0 ? "" : "+";
  return text += std::to_string(ticks);
}

} // namespace

Result<BalancedRun> balanceRun(const Profile &profile, const Teams &teams, int threads,
                               const KeyTable &table, const std::vector<int> &keys) {
  TARE_DO(checkConservation(profile, teams));
  BalancedRun run =
      Builder(profile, teams, threads, table, keys).build(runQueueTransfers(profile, teams), true);
  std::vector<double> cpu_waits = cpuWaitsAtNodes(profile, teams);
  run.balance.cpu_waits.resize(table.size());
  for (size_t index = 0; index < cpu_waits.size(); ++index)
    run.balance.cpu_waits[keys[index]] += std::llround(cpu_waits[index]);
  Ticks gap = run.balance.threads * run.balance.window - run.balance.area();
  if (gap != 0)
    return disagreement(
        "the states do not sum to p*T: " + signedTicks(gap) + " ticks of " +
            std::to_string(run.balance.threads * run.balance.window) + " are in no state",
        profile.path, "an event was lost or counted twice; please report this profile");
  return run;
}

RunBalance balancePart(const Profile &part, const Teams &teams, int threads, const KeyTable &table,
                       const std::vector<int> &keys, const Transfers &transfers) {
  return Builder(part, teams, threads, table, keys).build(transfers, false).balance;
}

RunBalance balanceCells(const Profile &profile, const Teams &teams, int threads,
                        const KeyTable &table, const std::vector<int> &keys,
                        const CellSets &cells) {
  Builder builder(profile, teams, threads, table, keys);
  builder.takeOnly(cells);
  return builder.build(runQueueTransfers(profile, teams), true).balance;
}

} // namespace tare
