// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/rewriting.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

/// Work, and what others wait for because of it.
constexpr StateSet slowed_states = {State::Region, State::Work, State::Opaque, State::WaitLoad,
                                    State::WaitPart};
constexpr double most_slowed = 0.5; // of it

class Slowed {
public:
  Slowed(RunBalance &run, const KeyTable &keys) : run_(run), keys_(keys) {}

  void remove(Ticks ticks) {
    Ticks wanted = ticks * run_.threads;
    findLoops();
    double area = this->area();
    if (area * most_slowed < std::abs(static_cast<double>(wanted))) {
      at_.assign(run_.nodes.size(), true);
      area = this->area();
    }
    if (area > 0)
      take(std::clamp(static_cast<double>(wanted) / area, -most_slowed, most_slowed));
  }

private:
  /// Constructs that have probes within a loop: at each iteration, or of constructs inside that are
  /// executed again and again.
  void findLoops() {
    at_.assign(run_.nodes.size(), false);
    for (size_t key = 0; key < at_.size(); ++key) {
      const Node &node = keys_.node(static_cast<int>(key));
      const NodeBalance &its = run_.nodes[key];
      if (node.kind == NodeKind::Taskloop ||
          (node.kind == NodeKind::For && node.counted_iterations))
        at_[key] = true;
      int around = keys_.around(static_cast<int>(key));
      if (around < 0)
        continue;
      auto executed = [](const NodeBalance &n) { return std::max(n.executions, n.instances); };
      auto repeated = static_cast<double>(executed(its));
      auto once = static_cast<double>(executed(run_.nodes[static_cast<size_t>(around)]));
      if (repeated > 1.5 * std::max(once, 1.0) * run_.threads)
        at_[static_cast<size_t>(around)] = true;
    }
  }

  /// Thread time that may be slower; while serial code is, all threads wait for it.
  double area() const {
    double sum = 0;
    for (size_t key = 0; key < at_.size(); ++key)
      if (at_[key])
        sum += static_cast<double>(run_.nodes[key].sum(slowed_states) +
                                   run_.serialThreads() * run_.nodes[key][State::Serial]);
    return sum;
  }

  void take(double part) {
    Ticks taken = 0;
    Ticks *largest = nullptr;
    auto lessOf = [&](Ticks ticks) { return std::llround(static_cast<double>(ticks) * part); };
    for (size_t key = 0; key < at_.size(); ++key) {
      if (!at_[key])
        continue;
      NodeBalance &node = run_.nodes[key];
      for (State state : slowed_states) {
        Ticks less = lessOf(node[state]);
        node[state] -= less;
        taken += less;
        if (!largest || node[state] > *largest)
          largest = &node[state];
      }
      Ticks less = lessOf(node[State::Serial]);
      node[State::Serial] -= less;
      run_.serial -= less;
      taken += run_.serialThreads() * less;
    }
    Ticks shorter = taken / run_.threads;
    *largest += taken - shorter * run_.threads; // less than a tick of wall clock
    run_.window -= shorter;
  }

  RunBalance &run_;
  const KeyTable &keys_;
  std::vector<bool> at_; // by key: whether rewriting may have slowed it
};

} // namespace

Ticks ticksOf(double part, Ticks window) {
  return part > -1 ? std::llround(static_cast<double>(window) * part / (1 + part)) : 0;
}

RunBalance withoutRewriting(RunBalance run, const KeyTable &keys, Ticks ticks) {
  if (ticks != 0 && run.threads > 0)
    Slowed(run, keys).remove(ticks);
  return run;
}

} // namespace tare
