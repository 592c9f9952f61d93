// SPDX-License-Identifier: Apache-2.0
#include "analyzer/overheads/additional_split.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

Ticks computed(const NodeBalance &n) { return n.sum({State::Work, State::Region, State::Opaque}); }

/// All computation of the 1-thread run; with its messages, where these are in T_s.
Ticks allOnOne(const Balances &b) {
  Ticks sum = b.one.serial + (b.one_is_reference ? b.one.mpi_elsewhere.sum() : 0);
  for (const NodeBalance &n : b.one.nodes)
    sum += computed(n) + (b.one_is_reference ? n.sum(mpi_states) : 0);
  return sum;
}

// A construct without a counterpart inside one that has, or called from there: the outer
// counterpart's time holds what they both do. Of a combined directive the region and its loop have
// one counterpart.
int pairedKey(const Balances &b, int key) {
  int half = b.keys->half(key);
  if (half >= 0 && !b.serial_program->counterpart_by[half].empty())
    return half;
  return b.keys->nearest(key, [&](int k) { return !b.serial_program->counterpart_by[k].empty(); });
}

class Splitter {
public:
  explicit Splitter(const Balances &b) : b_(b) {}

  AdditionalSplit split() {
    Ticks serial = b_.serial - b_.serial_off_cpu;
    Ticks all = allOnOne(b_) - serial;
    // Without the third program nothing tells the parts from each other.
    Ticks implementation = b_.ignored ? *b_.ignored - serial : all;
    Ticks instruction_level = all - implementation;
    if (b_.serial_program) {
      postPlaces(implementation, instruction_level);
      if (!b_.ignored)
        pool(all, implementation);
      else if (b_.same_source)
        pool(all, instruction_level);
    }
    postRest(split_.implementation, implementation);
    postRest(split_.instruction_level, instruction_level);
    return std::move(split_);
  }

private:
  void postPlaces(Ticks implementation, Ticks instruction_level) {
    std::vector<Ticks> beyond(b_.one.nodes.size(), 0);
    for (size_t key = 0; key < beyond.size(); ++key)
      addPlace(static_cast<int>(key), beyond);
    double share = shareOfSource(beyond, implementation, instruction_level);
    for (size_t key = 0; key < beyond.size(); ++key) {
      placed_ += beyond[key];
      bool equal = isEqual(static_cast<int>(key));
      Ticks source = equal ? 0 : std::llround(share * static_cast<double>(beyond[key]));
      postAt(split_.implementation, key, source);
      postAt(split_.instruction_level, key, beyond[key] - source);
    }
  }

  static void postAt(std::vector<Posting> &list, size_t key, Ticks ticks) {
    if (ticks)
      list.push_back({static_cast<int>(key), ticks});
  }

  // At a counterpart whose text differs nothing tells the two causes from each other, but for the
  // whole program both are known: each such place has as large a part of them. All of it is the
  // source's where these places cancel each other, so that no part can be told.
  double shareOfSource(const std::vector<Ticks> &beyond, Ticks implementation,
                       Ticks instruction_level) const {
    if (!b_.ignored)
      return 1;
    double there = 0, size = 0;
    for (size_t key = 0; key < beyond.size(); ++key)
      if (isEqual(static_cast<int>(key)))
        instruction_level -= beyond[key];
      else {
        there += static_cast<double>(beyond[key]);
        size += std::fabs(static_cast<double>(beyond[key]));
      }
    auto all = static_cast<double>(implementation + instruction_level);
    if (all == 0 || std::fabs(there) < size / 2 || std::fabs(all) < size / 2)
      return 1;
    return std::clamp(static_cast<double>(implementation) / all, 0.0, 1.0);
  }

  // Serial statements without a counterpart stay in what is left of both programs' serial code.
  void addPlace(int key, std::vector<Ticks> &beyond) {
    const NodeBalance &one = b_.one.nodes[key];
    bool own = !b_.serial_program->counterpart_by[key].empty();
    if (own)
      beyond[placeOf(key)] += computed(one) + one[State::Serial] - b_.serial_program->work[key];
    else if (int outer = pairedKey(b_, key); outer >= 0)
      beyond[placeOf(outer)] += computed(one);
    else if (!b_.serial_program->short_by[key].empty())
      beyond[placeOf(key)] += computed(one);
    else
      split_.unpaired_work += computed(one);
  }

  // Tasks without probes run in the waits of their region; their counterpart is where they are
  // created. So only all of the region can be compared.
  int placeOf(int key) const {
    for (int up = key; up >= 0; up = b_.keys->parent(up)) {
      const Node &node = b_.keys->node(up);
      if (node.kind == NodeKind::Parallel && mayHideTasks(node) &&
          !b_.serial_program->counterpart_by[up].empty())
        return up;
    }
    return key;
  }

  // Equal source: what differs is what the compiler made of it.
  bool isEqual(int key) const {
    const std::string &by = b_.serial_program->counterpart_by[key];
    return b_.ignored && (b_.same_source || by == "same source" || by == "exact");
  }

  // Not where a third program of another source tells the whole of both parts: then only the places
  // of these constructs are not known.
  void pool(Ticks all, Ticks &from) {
    split_.unpaired = std::clamp(all - placed_, -split_.unpaired_work, split_.unpaired_work);
    from -= split_.unpaired;
  }

  static void postRest(std::vector<Posting> &list, Ticks total) {
    for (const Posting &posting : list)
      total -= posting.ticks;
    if (total)
      list.push_back({Posting::program, total});
  }

  const Balances &b_;
  AdditionalSplit split_;
  Ticks placed_ = 0;
};

} // namespace

AdditionalSplit splitAdditional(const Balances &balances) { return Splitter(balances).split(); }

std::string_view counterpartOf(const Balances &balances, int key) {
  int found = balances.serial_program ? pairedKey(balances, key) : -1;
  if (found >= 0)
    return balances.serial_program->counterpart_by[found];
  return balances.serial_program ? balances.serial_program->short_by[key] : std::string_view();
}

Ticks computedOnOne(const Balances &balances, int key) {
  const NodeBalance &one = balances.one.nodes[key];
  return computed(one) + one[State::Serial];
}

} // namespace tare
