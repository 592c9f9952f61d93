// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/counts.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

/// time * part / whole, towards 0.
Ticks scaledTime(Ticks time, double part, double whole) {
  constexpr double equal = 1e-9; // a mean number of threads may be no binary fraction
  if (std::fabs(part - whole) <= equal * whole || whole == 0)
    return time;
  return static_cast<Ticks>(static_cast<long double>(time) * part / whole);
}

// Counts that differ as much as numbers of threads do may be those of pieces: a loop over threads,
// a task for each of them. Then the time over all threads is far from as much more: it may grow for
// other reasons, but what is repeated hardly ever takes less.
bool isCutFiner(double times, double before, double now) {
  constexpr double clearly = 1.5, far = 0.25;
  if (times < clearly && times > 1 / clearly)
    return false;
  double more = (times - 1) * before; // if it is repeated; less, if there are fewer
  return more > 0 ? now - before < (1 - far) * more : now - before > (1 - far) * more;
}

// Region code runs on every thread of a team. Three things may differ from the run on one thread,
// and the counts of a loop's iterations mix them up:
//
//   iterations shared out by thread number       N_p = c N_1      R_p = c R_1
//   each thread does all, a call shares out      N_p = c q N_1    R_p = c R_1
//   each thread does all, and repeats the work   N_p = c q N_1    R_p = c q R_1
//
// c is how often there is something to do against the run on one thread, q how many threads of a
// team enter it against that. The first is told by counts alone, from iterations per entry (1/q of
// those on one thread), or because there are as many as on one thread: its time says nothing, since
// it may well be less on p caches. The other two are told by time: the nearer.
class RegionCount {
public:
  RegionCount(const Balances &balances, int key)
      : b_(balances), key_(key), one_(balances.one.nodes[key]), many_(balances.many.nodes[key]) {}

  CountRatio ratio() const {
    double executing = sharesIterations() ? 1 : executors();
    CountRatio ratio{executing * count(one_), count(many_)};
    double times = ratio.many / ratio.one;
    ratio.repeated = repetition(times, executing);
    if (!isCutFiner(times, ticks(one_), ticks(many_) / ratio.repeated))
      return ratio;
    return {1, 1, true, repetition(1, executing)};
  }

private:
  static double count(const NodeBalance &n) { return static_cast<double>(n.executions); }
  static double ticks(const NodeBalance &n) { return static_cast<double>(n[State::Region]); }

  bool isRegion(int key) const { return b_.keys->node(key).kind == NodeKind::Parallel; }

  /// Threads of a team that execute it; not known: all.
  double threadsOf(const RunBalance &run, int key) const {
    const NodeBalance &n = run.nodes[key];
    uint64_t entries = isRegion(key) ? n.executions : n.instances;
    uint64_t times = isRegion(key) ? n.instances : n.most;
    if (entries == 0 || times == 0)
      return run.threads;
    return static_cast<double>(entries) / static_cast<double>(times);
  }

  double growthOfTeam(int key) const { return threadsOf(b_.many, key) / threadsOf(b_.one, key); }

  /// q. Threads of several teams may meet a loop, no more of them at a time than its region has.
  double executors() const {
    double threads = growthOfTeam(key_);
    for (int up = b_.keys->parent(key_); up >= 0 && !isRegion(key_); up = b_.keys->parent(up))
      if (isRegion(up))
        return std::max(1.0, std::min(threads, growthOfTeam(up)));
    return std::max(1.0, threads);
  }

  bool sharesIterations() const {
    constexpr double as_many = 0.05, about = 0.25;
    double iterations = count(many_) / count(one_), threads = executors();
    if (isRegion(key_) || one_.instances == 0 || many_.instances == 0)
      return false;
    if (std::fabs(iterations - 1) < as_many)
      return true;
    double entries = static_cast<double>(many_.instances) / static_cast<double>(one_.instances);
    double of_each = iterations / entries;
    bool is_nearer = of_each * of_each * threads < 1; // to 1/q than to 1
    return is_nearer && std::fabs(of_each * threads - 1) < about;
  }

  /// By how many threads, if it is executed `times` as often.
  double repetition(double times, double executing) const {
    double shared_out = ticks(one_) * times;
    return ticks(many_) < shared_out * (1 + executing) / 2 ? 1 : executing;
  }

  const Balances &b_;
  int key_;
  const NodeBalance &one_, &many_;
};

} // namespace

Ticks withoutRepetition(Ticks time, const CountRatio &ratio) {
  return scaledTime(time, 1, ratio.repeated);
}

Ticks comparable(const NodeBalance &many, const CountRatio &ratio) {
  Ticks sum = 0;
  for (State state : work_states)
    sum += scaledTime(many[state], ratio.one, ratio.many * ratio.repeated);
  return sum;
}

CountRatio countRatio(const Balances &balances, int key) {
  const NodeBalance &one = balances.one.nodes[key], &many = balances.many.nodes[key];
  NodeKind kind = balances.keys->node(key).kind;
  if (one.executions == 0 || many.executions == 0)
    return {1, 1, false};
  if (kind == NodeKind::Parallel || kind == NodeKind::Loop)
    return RegionCount(balances, key).ratio();
  CountRatio ratio{static_cast<double>(one.executions), static_cast<double>(many.executions)};
  bool pieces = isCutFiner(ratio.many / ratio.one, static_cast<double>(one[State::Work]),
                           static_cast<double>(many[State::Work]));
  return pieces ? CountRatio() : ratio;
}

} // namespace tare
