// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/planned_out.h"

#include "analyzer/books/balance_run.h"
#include "analyzer/books/state_of.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace tare {

namespace {

/// What a construct does beside computing, and what its work makes others wait.
constexpr StateSet told_states = statesWith(&StateTraits::planned, {Planned::Told});
/// Where that is in a run that cannot tell, the surest first.
constexpr StateSet hiding_states = statesWith(&StateTraits::planned, {Planned::Hides});

Ticks thereIn(const NodeBalance &node, State state) { return std::max<Ticks>(node[state], 0); }

Ticks thereIn(const NodeBalance &node, StateSet states) {
  Ticks sum = 0;
  for (State state : states)
    sum += thereIn(node, state);
  return sum;
}

Ticks sumOf(const RunBalance &run, StateSet states) {
  Ticks sum = 0;
  for (const NodeBalance &node : run.nodes)
    sum += thereIn(node, states);
  return sum;
}

/// Of the initial thread, in its outermost regions.
Ticks inRegions(const RunBalance &run) {
  return run.window - run.serial - run.serial_off_cpu - run.serial_probe;
}

class Teller {
public:
  Teller(const Profile &pilot, const Teams &teams, const KeyTable &keys, RunBalance &run)
      : pilot_(pilot), teams_(teams), keys_(keys), run_(run), own_keys_(own_.add(pilot)) {
    for (size_t key = 0; key < own_.size(); ++key)
      in_run_.push_back(keys_.find(own_.node(static_cast<int>(key)).id.text()));
  }

  PlannedOut tell() {
    PlannedOut planned;
    CellSets of_constructs = cells(&Teller::ofConstruct), of_waits = cells(&Teller::ofHiddenWait);
    if (std::ranges::all_of(of_constructs, &CellSet::empty))
      return planned;
    planned.any = true;
    RunBalance told = balanceCells(pilot_, teams_, run_.threads, own_, own_keys_, of_constructs);
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

  bool isUnprobed(int key) const { return keys_.node(key).treatment == Treatment::Unprobed; }

  /// Its own time holds that of constructs without probes, and the plan is why.
  bool hidesByPlan(int key) const {
    int own = own_.find(keys_.node(key).id.text());
    const Node &node = keys_.node(key);
    return !isUnprobed(key) && (node.opaque == opaque_unprobed || mayHideTasks(node)) &&
           (own < 0 || !isOpaque(own_.node(own)));
  }

  static CellSet waitsOf(NodeKind kind) {
    if (runsTasksInWaits(kind))
      return {Spent::Wait, Spent::Fetching};
    return waitsAtBarrier(kind) ? CellSet{Spent::Wait} : CellSet();
  }

  /// Where tasks may be hidden, a wait is no wait: only the pilot knows how long it was one.
  CellSet ofConstruct(int key) const {
    if (isUnprobed(key))
      return cell_kinds;
    bool tasks = hidesByPlan(key) && mayHideTasks(keys_.node(key));
    return tasks ? waitsOf(keys_.node(key).kind) : CellSet();
  }

  bool hidesWait(int key) const {
    const Node &node = keys_.node(key);
    return hidesByPlan(key) && !mayHideTasks(node) && waitsAtBarrier(node.kind);
  }

  CellSet ofHiddenWait(int key) const { return hidesWait(key) ? CellSet{Spent::Wait} : CellSet(); }

  CellSets cells(CellSet (Teller::*of)(int) const) const {
    CellSets sets(pilot_.nodeCount());
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
          key >= 0 && isUnprobed(key) && thereIn(told.nodes[own], work_states) > 0)
        known.erase(keys_.nearest(keys_.parent(key), [&](int k) { return !isUnprobed(k); }));
    return known;
  }

  void copyCounts(const RunBalance &told) {
    for (size_t own = 0; own < told.nodes.size(); ++own)
      if (int key = in_run_[own]; key >= 0 && isUnprobed(key)) {
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
  Ticks tellWaits(const CellSets &of_waits) {
    RunBalance told = balanceCells(pilot_, teams_, run_.threads, own_, own_keys_, of_waits);
    Ticks all = sumOf(told, told_states) + sumOf(told, {State::WaitUnknown});
    std::vector<Ticks> waits(run_.nodes.size(), 0);
    for (size_t key = 0; key < waits.size(); ++key)
      if (hidesWait(static_cast<int>(key)))
        waits[key] = thereIn(run_.nodes[key], State::WaitUnknown);
    Ticks unknown = std::accumulate(waits.begin(), waits.end(), Ticks(0));
    if (all <= 0 || unknown <= 0)
      return 0;
    Ticks moved = give(told, static_cast<double>(unknown) / static_cast<double>(all));
    std::vector<Ticks> shares = shareOut(moved, waits);
    for (size_t key = 0; key < shares.size(); ++key)
      run_.nodes[key][State::WaitUnknown] -= shares[key];
    return moved;
  }

  Ticks tellConstructs(const RunBalance &told, double scale) {
    std::vector<Ticks> hiding = hidingAt(told);
    Ticks there = std::accumulate(hiding.begin(), hiding.end(), Ticks(0));
    Ticks wanted = sumOf(told, told_states);
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
        Ticks ticks = cutTicks(part * static_cast<double>(thereIn(told.nodes[own], state)));
        run_.nodes[static_cast<size_t>(key)][state] += ticks;
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
      return !isUnprobed(k) && thereIn(run_.nodes[static_cast<size_t>(k)], hiding_states) > 0;
    });
  }

  /// By key: what may be that of constructs without probes.
  std::vector<Ticks> hidingAt(const RunBalance &told) const {
    std::vector<Ticks> hiding(run_.nodes.size(), 0);
    for (size_t key = 0; key < hiding.size(); ++key)
      if (hidesByPlan(static_cast<int>(key)))
        hiding[key] = thereIn(run_.nodes[key], hiding_states);
    for (size_t own = 0; own < told.nodes.size(); ++own)
      if (int home = thereIn(told.nodes[own], told_states) > 0 && in_run_[own] >= 0
                         ? homeOf(in_run_[own])
                         : -1;
          home >= 0)
        hiding[static_cast<size_t>(home)] =
            thereIn(run_.nodes[static_cast<size_t>(home)], hiding_states);
    return hiding;
  }

  static void takeFrom(NodeBalance &node, Ticks ticks) {
    for (State state : hiding_states) {
      Ticks part = std::min(ticks, thereIn(node, state));
      node[state] -= part;
      ticks -= part;
    }
  }

  const Profile &pilot_;
  const Teams &teams_;
  const KeyTable &keys_;
  RunBalance &run_;
  KeyTable own_; // of the pilot: nothing is left out of it
  std::vector<int> own_keys_;
  std::vector<int> in_run_; // by own key
  bool told_all_ = true;    // nothing was too much for what was there
};

} // namespace

PlannedOut tellPlannedOut(const Profile &pilot, const Teams &teams, const KeyTable &keys,
                          RunBalance &run) {
  return Teller(pilot, teams, keys, run).tell();
}

} // namespace tare
