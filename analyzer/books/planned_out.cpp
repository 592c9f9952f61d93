// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/planned_out.h"

#include "analyzer/books/balance_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace tare {

namespace {

using State = Ticks NodeBalance::*;

/// What a construct does beside computing, and what its work makes others wait.
constexpr std::array told_states = {
    &NodeBalance::fork,        &NodeBalance::startup,       &NodeBalance::lock,
    &NodeBalance::user_wait,   &NodeBalance::scheduling,    &NodeBalance::creation,
    &NodeBalance::fetching,    &NodeBalance::lack_of_tasks, &NodeBalance::wait_load,
    &NodeBalance::wait_part,   &NodeBalance::wait_lock,     &NodeBalance::wait_user,
    &NodeBalance::wait_offcpu, &NodeBalance::skew_release,  &NodeBalance::skew_fork,
    &NodeBalance::release,     &NodeBalance::join};

/// Where that is in a run that cannot tell, the surest first.
constexpr std::array<State, 4> hiding_states = {&NodeBalance::wait_unknown, &NodeBalance::opaque,
                                                &NodeBalance::region, &NodeBalance::work};

Ticks sumOf(const RunBalance &run, State state) {
  Ticks sum = 0;
  for (const NodeBalance &node : run.nodes)
    sum += std::max<Ticks>(node.*state, 0);
  return sum;
}

/// What waits at a barrier, explicit or implied; locks and loops that spin know their waits.
bool waitsAtBarrier(NodeKind kind) {
  return kind != NodeKind::Critical && kind != NodeKind::Lock && kind != NodeKind::Ordered &&
         kind != NodeKind::Spin && !runsTasksInWaits(kind);
}

/// Of the initial thread, in its outermost regions.
Ticks inRegions(const RunBalance &run) {
  return run.window - run.serial - run.serial_off_cpu - run.serial_probe;
}

class Teller {
public:
  Teller(const Profile &pilot, const KeyTable &keys, RunBalance &run)
      : pilot_(pilot), keys_(keys), run_(run), own_keys_(own_.add(pilot)) {
    for (size_t key = 0; key < own_.size(); ++key)
      in_run_.push_back(keys_.find(own_.node(static_cast<int>(key)).id.text()));
  }

  PlannedOut tell() {
    PlannedOut planned;
    SlotSets of_constructs = slots(&Teller::ofConstruct), of_waits = slots(&Teller::ofHiddenWait);
    if (std::ranges::all_of(of_constructs, [](uint32_t set) { return set == 0; }))
      return planned;
    planned.any = true;
    RunBalance told = balanceSlots(pilot_, run_.threads, own_, own_keys_, of_constructs);
    copyCounts(told);
    double scale = scaleTo(told, planned.apart);
    planned.told = tellWaits(of_waits);
    planned.told += tellConstructs(told, scale);
    if (told_all_)
      planned.known = withoutWorkInside(told);
    return planned;
  }

private:
  /// In the run. Such a node is in the pilot's tree as well; none: -1.
  int keyInRun(uint32_t index) const { return in_run_[static_cast<size_t>(own_keys_[index])]; }

  bool isLeftOut(int key) const { return keys_.node(key).treatment == Treatment::LeftOut; }

  /// Its own time holds that of constructs without probes, and the plan is why.
  bool hidesByPlan(int key) const {
    int own = own_.find(keys_.node(key).id.text());
    const Node &node = keys_.node(key);
    return !isLeftOut(key) && (node.opaque == opaque_left_out || mayHideTasks(node)) &&
           (own < 0 || !isOpaque(own_.node(own)));
  }

  static uint32_t waitsOf(NodeKind kind) {
    if (runsTasksInWaits(kind))
      return 1U << TARE_SLOT_WAIT | 1U << TARE_SLOT_SCHED;
    return waitsAtBarrier(kind) ? 1U << TARE_SLOT_WAIT : 0;
  }

  /// Where tasks may be hidden, a wait is no wait: only the pilot knows how long it was one.
  uint32_t ofConstruct(int key) const {
    if (isLeftOut(key))
      return (1U << TARE_SLOTS) - 1;
    bool tasks = hidesByPlan(key) && mayHideTasks(keys_.node(key));
    return tasks ? waitsOf(keys_.node(key).kind) : 0;
  }

  uint32_t ofHiddenWait(int key) const {
    const Node &node = keys_.node(key);
    bool waits = hidesByPlan(key) && !mayHideTasks(node) && waitsAtBarrier(node.kind);
    return waits ? 1U << TARE_SLOT_WAIT : 0;
  }

  SlotSets slots(uint32_t (Teller::*of)(int) const) const {
    SlotSets sets(pilot_.nodeCount(), 0);
    for (uint32_t index = 0; index < sets.size(); ++index)
      if (int key = keyInRun(index); key >= 0)
        sets[index] = (this->*of)(key);
    return sets;
  }

  /// Of those that hide constructs by plan, what is left is work of their own.
  std::set<int> withoutWorkInside(const RunBalance &told) const {
    std::set<int> known;
    for (int key = 0; key < static_cast<int>(keys_.size()); ++key)
      if (hidesByPlan(key) && !mayHideTasks(keys_.node(key)))
        known.insert(key);
    for (size_t own = 0; own < told.nodes.size(); ++own)
      if (int key = in_run_[own];
          key >= 0 && isLeftOut(key) && (told.nodes[own].work > 0 || told.nodes[own].region > 0))
        known.erase(keys_.nearest(keys_.parent(key), [&](int k) { return !isLeftOut(k); }));
    return known;
  }

  void copyCounts(const RunBalance &told) {
    for (size_t own = 0; own < told.nodes.size(); ++own)
      if (int key = in_run_[own]; key >= 0 && isLeftOut(key)) {
        NodeBalance &node = run_.nodes[static_cast<size_t>(key)];
        node.instances = told.nodes[own].instances;
        node.acquisitions = told.nodes[own].acquisitions;
        node.contended = told.nodes[own].contended;
      }
  }

  double scaleTo(const RunBalance &told, Ticks &apart) const {
    Ticks pilot = inRegions(told), run = inRegions(run_);
    apart = run_.threads * std::abs(pilot - run);
    return pilot > 0 && run > 0 ? static_cast<double>(run) / static_cast<double>(pilot) : 1;
  }

  /// Of a barrier with probes the run knows how long it waited, and not why.
  Ticks tellWaits(const SlotSets &of_waits) {
    RunBalance told = balanceSlots(pilot_, run_.threads, own_, own_keys_, of_waits);
    Ticks unknown = 0, all = sumOf(told, &NodeBalance::wait_unknown);
    for (size_t key = 0; key < run_.nodes.size(); ++key)
      if (ofHiddenWait(static_cast<int>(key)))
        unknown += std::max<Ticks>(run_.nodes[key].wait_unknown, 0);
    for (State state : told_states)
      all += sumOf(told, state);
    if (all <= 0 || unknown <= 0)
      return 0;
    Ticks moved = give(told, static_cast<double>(unknown) / static_cast<double>(all));
    std::vector<Ticks> parts;
    for (size_t key = 0; key < run_.nodes.size(); ++key)
      parts.push_back(ofHiddenWait(static_cast<int>(key))
                          ? std::max<Ticks>(run_.nodes[key].wait_unknown, 0)
                          : 0);
    takeFrom(&NodeBalance::wait_unknown, shareOut(moved, parts));
    return moved;
  }

  Ticks tellConstructs(const RunBalance &told, double scale) {
    std::vector<Ticks> hiding = hidingAt(told);
    Ticks there = 0, wanted = 0;
    for (Ticks ticks : hiding)
      there += ticks;
    for (State state : told_states)
      wanted += sumOf(told, state);
    if (wanted <= 0)
      return 0;
    told_all_ = scale * static_cast<double>(wanted) <= static_cast<double>(there);
    double part = told_all_ ? scale : static_cast<double>(there) / static_cast<double>(wanted);
    std::vector<Ticks> asked(run_.nodes.size(), 0); // of the construct around each
    Ticks moved = give(told, part, &asked);
    Ticks taken = 0;
    for (size_t key = 0; key < asked.size(); ++key) {
      asked[key] = std::clamp<Ticks>(asked[key], 0, hiding[key]);
      taken += asked[key];
      hiding[key] -= asked[key];
    }
    std::vector<Ticks> rest = shareOut(moved - taken, hiding);
    for (size_t key = 0; key < asked.size(); ++key)
      takeFrom(run_.nodes[key], asked[key] + rest[key]);
    return moved;
  }

  /// Adds what was told; by whom it was hidden goes to `asked`.
  Ticks give(const RunBalance &told, double part, std::vector<Ticks> *asked = nullptr) {
    Ticks moved = 0;
    for (size_t own = 0; own < told.nodes.size(); ++own) {
      int key = in_run_[own];
      if (key < 0)
        continue;
      Ticks here = 0;
      for (State state : told_states) {
        auto ticks = static_cast<Ticks>(
            part * static_cast<double>(std::max<Ticks>(told.nodes[own].*state, 0)));
        run_.nodes[static_cast<size_t>(key)].*state += ticks;
        here += ticks;
      }
      moved += here;
      if (int home = asked ? homeOf(key) : -1; home >= 0)
        (*asked)[static_cast<size_t>(home)] += here;
    }
    return moved;
  }

  /// The nearest construct with probes that has time which may be that of this one.
  int homeOf(int key) const {
    return keys_.nearest(key, [&](int k) {
      return !isLeftOut(k) && hidden(run_.nodes[static_cast<size_t>(k)]) > 0;
    });
  }

  static Ticks hidden(const NodeBalance &node) {
    Ticks sum = 0;
    for (State state : hiding_states)
      sum += std::max<Ticks>(node.*state, 0);
    return sum;
  }

  /// By key: what may be that of constructs without probes.
  std::vector<Ticks> hidingAt(const RunBalance &told) const {
    std::vector<Ticks> hiding(run_.nodes.size(), 0);
    for (size_t key = 0; key < hiding.size(); ++key)
      if (hidesByPlan(static_cast<int>(key)))
        hiding[key] = hidden(run_.nodes[key]);
    for (size_t own = 0; own < told.nodes.size(); ++own)
      if (int home = isToldOf(told.nodes[own]) && in_run_[own] >= 0 ? homeOf(in_run_[own]) : -1;
          home >= 0)
        hiding[static_cast<size_t>(home)] = hidden(run_.nodes[static_cast<size_t>(home)]);
    return hiding;
  }

  static bool isToldOf(const NodeBalance &node) {
    return std::ranges::any_of(told_states, [&](State state) { return node.*state > 0; });
  }

  static void takeFrom(NodeBalance &node, Ticks ticks) {
    for (State state : hiding_states) {
      Ticks part = std::min(ticks, std::max<Ticks>(node.*state, 0));
      node.*state -= part;
      ticks -= part;
    }
  }

  void takeFrom(State state, const std::vector<Ticks> &ticks) {
    for (size_t key = 0; key < ticks.size(); ++key)
      run_.nodes[key].*state -= ticks[key];
  }

  const Profile &pilot_;
  const KeyTable &keys_;
  RunBalance &run_;
  KeyTable own_; // of the pilot: nothing is left out of it
  std::vector<int> own_keys_;
  std::vector<int> in_run_; // by own key
  bool told_all_ = true;    // nothing was too much for what was there
};

} // namespace

PlannedOut tellPlannedOut(const Profile &pilot, const KeyTable &keys, RunBalance &run) {
  return Teller(pilot, keys, run).tell();
}

} // namespace tare
