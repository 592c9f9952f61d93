// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/balance_run.h"

#include "analyzer/books/barrier_split.h"
#include "analyzer/books/conservation.h"
#include "analyzer/books/dispatch.h"
#include "analyzer/books/run_queue.h"
#include "analyzer/teams/team_overlap.h"
#include "analyzer/teams/times_met.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tare {

namespace {

class Builder {
public:
  Builder(const Profile &profile, int threads, const KeyTable &table, const std::vector<int> &keys)
      : profile_(profile), table_(table), keys_(keys) {
    run_.balance.threads = threads;
    run_.balance.window = profile.window;
    run_.balance.nodes.resize(table.size());
    waits_.assign(profile.nodeCount(), 0);
    if (hidesTasks(profile))
      run_.notes.push_back({"hidden-tasks"});
  }

  /// Of the cells only those of which `slots`, by node, has the bit: what else a thread did is in
  /// no state.
  void takeOnly(const SlotSets &slots) { slots_ = &slots; }

  /// `is_whole`: the cells are of the whole run, so the log may lack a part of what they have.
  BalancedRun build(const Transfers &transfers, bool is_whole) {
    for (const ProfileThread &thread : profile_.threads)
      addThread(thread);
    countMeetings();
    subtractOverlaps();
    addRegionEnds();
    subtractTransfers(transfers, is_whole);
    moveDispatch();
    postWaits(splitBarriers(profile_, transfers));
    moveStartup(transfers);
    serialOffCpu();
    meanThreads();
    return std::move(run_);
  }

private:
  NodeBalance &at(uint32_t index) { return run_.balance.nodes[keys_[index]]; }
  bool takes(uint32_t index, uint16_t slot) const {
    return !slots_ || (index < slots_->size() && (*slots_)[index] >> slot & 1);
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
        entries[keys_[index]] += thread.nodes[index].slots[TARE_SLOT_BODY].entries;
    for (auto [key, count] : entries) {
      NodeBalance &n = run_.balance.nodes[key];
      n.most = std::max(n.most, count);
    }
  }

  void addNode(uint32_t index, const ProfileNode &cells) {
    NodeBalance &n = at(index);
    const ProfileCell &body = cells.slots[TARE_SLOT_BODY];
    NodeKind kind = kindOf(index);
    for (uint16_t slot = 0; slot < TARE_SLOTS; ++slot)
      if (!takes(index, slot))
        continue;
      else if (profile_.isAsleep(index, slot))
        n.opaque += run_.balance.threads * cells.slots[slot].ticks;
      else if (!profile_.isSerial(index, slot))
        stateOf(index, slot) += cells.slots[slot].ticks;
    if (profile_.isSerial(index, TARE_SLOT_SERIAL))
      addSerial(n, cells.slots[TARE_SLOT_SERIAL]);
    n.missing += cells.missing;
    n.surplus += cells.surplus;
    bool is_taskloop =
        kind == NodeKind::Taskloop && profile_.node(index)->treatment == Treatment::Measured;
    // An untied task may be entered several times.
    bool by_units = kind == NodeKind::For || kind == NodeKind::Loop || kind == NodeKind::Task;
    n.executions += by_units || is_taskloop ? body.units : body.entries;
    if (is_taskloop)
      n.instances += cells.slots[TARE_SLOT_FORK].entries;
    else
      countInstances(n, kind, cells);
    countAcquisitions(n, kind, *profile_.node(index), cells);
  }

  /// Nobody else was there who could hold a lock: what took long was no wait for one.
  bool isAlone() const { return profile_.threads.size() == 1 && profile_.foreign_regions == 0; }

  void countAcquisitions(NodeBalance &n, NodeKind kind, const Node &node,
                         const ProfileNode &cells) const {
    const ProfileCell &wait = cells.slots[TARE_SLOT_WAIT];
    bool is_routine = kind == NodeKind::Lock && !releasesLock(node);
    if (kind != NodeKind::Critical && kind != NodeKind::Ordered && !is_routine)
      return;
    n.acquisitions += is_routine ? wait.entries : cells.slots[TARE_SLOT_BODY].entries;
    n.contended += isAlone() ? 0 : wait.units;
  }

  // Only a region is forked; of anything else that slot holds serial code.
  void addSerial(NodeBalance &n, const ProfileCell &cell) {
    n.serial += cell.ticks;
    n.instances += cell.entries;
    run_.balance.serial += cell.ticks;
  }

  static bool isWaitOnly(NodeKind kind) {
    return kind == NodeKind::Taskwait || kind == NodeKind::Taskgroup ||
           kind == NodeKind::Taskyield || kind == NodeKind::Lock || kind == NodeKind::Spin;
  }

  // A single, a section or a critical is met once for each execution. What all threads of a team
  // meet is counted by teams.
  static void countInstances(NodeBalance &n, NodeKind kind, const ProfileNode &cells) {
    uint64_t body = cells.slots[TARE_SLOT_BODY].entries;
    uint64_t wait = cells.slots[TARE_SLOT_WAIT].entries;
    if (isMetByTeams(kind))
      return;
    if (kind == NodeKind::Parallel)
      n.instances += cells.instances;
    else if (kind == NodeKind::Task)
      n.instances += cells.slots[TARE_SLOT_BODY].units;
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
    for (const TeamOverlap &overlap : teamOverlaps(profile_)) {
      at(overlap.outer).missing -= overlap.ticks;
      at(overlap.inner).surplus -= overlap.ticks;
    }
    auto any = [&](Ticks NodeBalance::*side) {
      return std::any_of(run_.balance.nodes.begin(), run_.balance.nodes.end(),
                         [&](const NodeBalance &n) { return n.*side > 0; });
    };
    if (!profile_.log_complete && any(&NodeBalance::missing) && any(&NodeBalance::surplus))
      run_.notes.push_back({"log-incomplete"});
  }

  // The workers' waits at region ends: the team's area less what all its threads spent inside.
  // Of a region timed from outside all that is known is its area.
  void addRegionEnds() {
    for (const ProfileThread &thread : profile_.threads)
      for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
        if (!takes(index, TARE_SLOT_WAIT))
          continue;
        Ticks rest = thread.nodes[index].area - thread.nodes[index].inside;
        (profile_.timedOutside(index) ? at(index).opaque : waits_[index]) += rest;
      }
  }

  /// By node and slot; whole ticks but for weights.
  using OffCpu = std::map<std::pair<uint32_t, uint16_t>, long double>;

  void subtractTransfers(const Transfers &transfers, bool is_whole) {
    OffCpu off_cpu;
    for (size_t t = 0; t < transfers.size(); ++t) {
      const ProfileThread &thread = profile_.threads[t];
      double times = is_whole ? 1 / loggedPart(profile_, thread) : 1;
      for (size_t i = 0; i < transfers[t].size(); ++i)
        addSegment(thread.log[i], transfers[t][i], times, off_cpu);
    }
    for (const auto &[place, sum] : off_cpu) {
      if (!takes(place.first, place.second))
        continue;
      Ticks ticks = std::llround(sum);
      stateOf(place.first, place.second) -= ticks;
      at(place.first).off_cpu += ticks;
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
      if (transfer[k])
        sums[{records[k].node, uint16_t(records[k].slot)}] +=
            static_cast<long double>(weight) * transfer[k];
  }

  void moveDispatch() {
    for (const auto &[index, estimate] : dispatchIn(profile_)) {
      NodeBalance &n = at(index);
      Ticks ticks = std::clamp<Ticks>(estimate, 0, std::max<Ticks>(n.work, 0));
      n.work -= ticks;
      n.scheduling += ticks;
    }
  }

  // Where the time of a slot belongs: the one place that knows what a slot means for a kind.
  Ticks &stateOf(uint32_t index, uint16_t slot) {
    NodeBalance &n = at(index);
    NodeKind kind = kindOf(index);
    if (profile_.timedOutside(index))
      return n.opaque;
    switch (slot) {
    case TARE_SLOT_FORK:
      return kind == NodeKind::Taskloop ? n.creation : n.fork;
    case TARE_SLOT_SCHED:
      if (runsTasksInWaits(kind))
        return hidesTasksAt(index) ? n.opaque : n.fetching;
      return kind == NodeKind::Task ? n.creation : n.scheduling;
    case TARE_SLOT_WAIT:
      return waitOf(index, kind);
    default:
      if (kind == NodeKind::Parallel || kind == NodeKind::Loop)
        return n.region;
      return kind == NodeKind::Sections ? n.scheduling : n.work;
    }
  }

  Ticks &waitOf(uint32_t index, NodeKind kind) {
    NodeBalance &n = at(index);
    switch (kind) {
    case NodeKind::Critical:
    case NodeKind::Lock:
    case NodeKind::Ordered:
      return n.lock;
    case NodeKind::Spin:
      return n.user_wait;
    default:
      if (!runsTasksInWaits(kind))
        return waits_[index];
      return hidesTasksAt(index) ? n.opaque : n.lack_of_tasks;
    }
  }

  bool hidesTasksAt(uint32_t index) const { return mayHideTasks(table_.node(keys_[index])); }

  void postWaits(const BarrierSplit &split) {
    for (uint32_t barrier = 0; barrier < waits_.size(); ++barrier) {
      Ticks total = waits_[barrier];
      auto found = split.find(barrier);
      if (hidesTasksAt(barrier)) // on one thread it is work, if tasks are deferred there
        at(barrier).opaque += total;
      else if (isOpaque(table_.node(keys_[barrier])) || found == split.end())
        at(barrier).wait_unknown += total;
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
      waitField(at(key.node), key.cause) += amount;
      posted += amount;
    }
    (logged == 0 ? at(barrier).wait_unknown : at(barrier).release) += total - posted;
  }
  static Ticks scaled(Ticks ticks, Ticks total, Ticks logged) {
    return logged == 0 ? 0 : static_cast<Ticks>(static_cast<__int128>(ticks) * total / logged);
  }

  static Ticks &waitField(NodeBalance &n, Cause cause) {
    switch (cause) {
    case Cause::Load:
      return n.wait_load;
    case Cause::Part:
      return n.wait_part;
    case Cause::Lock:
      return n.wait_lock;
    case Cause::User:
      return n.wait_user;
    case Cause::OffCpu:
      return n.wait_offcpu;
    case Cause::SkewRelease:
      return n.skew_release;
    case Cause::SkewFork:
      return n.skew_fork;
    case Cause::SkewStartup:
      return n.startup;
    case Cause::Release:
      return n.release;
    case Cause::Join:
      return n.join;
    case Cause::OffCpuWait:
      return n.off_cpu;
    case Cause::Idle:
      return n.lack_of_tasks;
    case Cause::Fetch:
      return n.fetching;
    }
    return n.release;
  }

  /// What is left of the first forks, without what their threads waited for a core.
  void moveStartup(const Transfers &transfers) {
    for (size_t t = 0; t < profile_.threads.size(); ++t) {
      const std::vector<Segment> &log = profile_.threads[t].log;
      for (size_t i = 0; i < log.size(); ++i)
        if (log[i].instance == 1 && log[i].ordinal == 0)
          moveFork(log[i], transfers[t][i]);
    }
  }

  void moveFork(const Segment &segment, const SegmentTransfer &transfer) {
    for (size_t k = 0; k < segment.spent.size(); ++k) {
      const SpentTime &spent = segment.spent[k];
      if (spent.slot != TARE_SLOT_FORK || spent.node != segment.region_node)
        continue;
      NodeBalance &n = at(spent.node);
      Ticks amount = std::min(spent.ticks - transfer.spent[k], n.fork);
      n.fork -= amount;
      n.startup += amount;
    }
  }

  void serialOffCpu() {
    RunBalance &b = run_.balance;
    double delay = 0;
    for (const ProfileThread &thread : profile_.threads)
      delay += static_cast<double>(thread.serial_runq_ns) * 1e-9 * profile_.ticks_per_second;
    b.serial_off_cpu = std::min(static_cast<Ticks>(delay), b.serial);
    b.serial -= b.serial_off_cpu;
  }

  /// Every team has one thread that was there before it: the one that forked it.
  void meanThreads() {
    const RunBalance &b = run_.balance;
    long double more = 0;
    for (const ProfileThread &thread : profile_.threads)
      for (const ProfileNode &node : thread.nodes)
        more += node.area - node.span;
    Ticks outermost = b.window - b.serial - b.serial_off_cpu - b.serial_probe;
    run_.mean_threads_in_regions = outermost > 0 ? static_cast<double>(1 + more / outermost) : 0;
  }

  const Profile &profile_;
  const KeyTable &table_;
  const std::vector<int> &keys_;
  BalancedRun run_;
  std::vector<Ticks> waits_;        // B + Z + J per barrier node, still undivided
  const SlotSets *slots_ = nullptr; // none: all
};

std::string signedTicks(Ticks ticks) {
  std::string text = ticks < 0 ? "" : "+";
  return text += std::to_string(ticks);
}

} // namespace

Result<BalancedRun> balanceRun(const Profile &profile, int threads, const KeyTable &table,
                               const std::vector<int> &keys) {
  if (Result<void> held = checkConservation(profile); !held.ok())
    return held.error();
  BalancedRun run = Builder(profile, threads, table, keys).build(runQueueTransfers(profile), true);
  Ticks gap = run.balance.threads * run.balance.window - run.balance.area();
  if (gap != 0)
    return disagreement(
        "the books do not close: " + signedTicks(gap) + " ticks of p*T = " +
            std::to_string(run.balance.threads * run.balance.window) + " are not in any state",
        profile.path, "an event was lost or counted twice; please report this profile");
  return run;
}

RunBalance balancePart(const Profile &part, int threads, const KeyTable &table,
                       const std::vector<int> &keys, const Transfers &transfers) {
  return Builder(part, threads, table, keys).build(transfers, false).balance;
}

RunBalance balanceSlots(const Profile &profile, int threads, const KeyTable &table,
                        const std::vector<int> &keys, const SlotSets &slots) {
  Builder builder(profile, threads, table, keys);
  builder.takeOnly(slots);
  return builder.build(runQueueTransfers(profile), true).balance;
}

} // namespace tare
