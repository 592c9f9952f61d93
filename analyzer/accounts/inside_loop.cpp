// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/inside_loop.h"

#include "analyzer/thinning/sample_weights.h"
#include "base/median.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>

namespace tare {

namespace {

constexpr int most_bins = 16;

/// An iteration of so many usual ones may be one that had no core,
constexpr Ticks far_out = 8;
/// if it took so long: without one, a thread waits for at least a slice of the scheduler's.
constexpr double shortest_without_core_s = 0.5e-3;

/// What a pair of readings of the clock takes with nothing in between: in each sample once.
Ticks emptyGap(const Profile &profile) {
  std::vector<Ticks> gaps;
  for (const ProfileThread &thread : profile.threads)
    for (const IterationSample &sample : thread.samples)
      if (sample.gap_kind == IterationSample::Gap::Empty)
        gaps.push_back(sample.gap);
  return medianOf(std::move(gaps));
}

/// The sampled iterations of one loop on one thread.
struct LoopSamples {
  std::vector<Ticks> bodies;
  Ticks usual = 1;
  Ticks no_core = 0; // that may lie in them
};

/// A thread's time in a loop's iterations and in whatever it executed inside of them: a sample
/// holds that too, and neither the loop's set-up nor the wait at its end.
Ticks timeInside(const ProfileThread &thread, uint32_t loop) {
  std::vector<bool> inside(thread.nodes.size(), false);
  inside[loop] = true;
  auto isIn = [&](uint32_t outer) { return outer < inside.size() && inside[outer]; };
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < inside.size(); ++i)
      if (const OuterNodes &outer = thread.nodes[i].outer;
          !inside[i] && (outer.more || std::ranges::any_of(outer, isIn)))
        inside[i] = more = true;
  }
  inside[loop] = false;
  Ticks sum = thread.nodes[loop].cells[Spent::Body].ticks;
  for (size_t i = 0; i < inside.size(); ++i)
    sum += inside[i] ? thread.nodes[i].ticks() : 0;
  return sum;
}

Ticks delayOf(const Profile &profile, const ProfileThread &thread) {
  return cutTicks(static_cast<double>(thread.runq_ns) * 1e-9 * profile.ticks_per_second);
}

/// How much of a thread's delay lies in the samples of a loop. All iterations had the same chance
/// to be one, so that is the same part of the delay as of the thread's time, and what they took
/// beyond their part of the loop's time: a delay that one of them has met by chance.
Ticks delayIn(const LoopSamples &samples, const ProfileThread &thread, uint32_t loop, Ticks delay) {
  double all = 0, taken = 0;
  for (const ProfileNode &node : thread.nodes)
    all += static_cast<double>(node.ticks());
  for (Ticks body : samples.bodies)
    taken += static_cast<double>(body);
  double count = static_cast<double>(samples.bodies.size());
  double units = static_cast<double>(thread.nodes[loop].cells[Spent::Body].units);
  double due =
      std::min(count / std::max(units, count), 1.0) * static_cast<double>(timeInside(thread, loop));
  double expected = all > 0 ? static_cast<double>(delay) * std::min(due / all, 1.0) : 0;
  return static_cast<Ticks>(
      std::min(expected + std::max(taken - due, 0.0), static_cast<double>(delay)));
}

/// What the samples of a thread took, without what reading the clock takes. The longest of those
/// that are far out are made usual ones, as far as the thread had no core in them: time without
/// one says nothing of an iteration. Of `mixed` loops none is usual.
std::vector<Ticks> bodiesOf(const Profile &profile, const ProfileThread &thread, Ticks empty,
                            const std::set<uint32_t> &mixed) {
  std::vector<Ticks> bodies;
  std::map<uint32_t, LoopSamples> loops;
  std::vector<size_t> longest_first;
  for (const IterationSample &sample : thread.samples) {
    longest_first.push_back(bodies.size());
    bodies.push_back(std::max<Ticks>(sample.body - empty, 0));
    loops[sample.node].bodies.push_back(bodies.back());
  }
  Ticks left = delayOf(profile, thread);
  for (auto &[node, samples] : loops) {
    samples.no_core = delayIn(samples, thread, node, left);
    samples.usual = std::max<Ticks>(medianOf(std::move(samples.bodies)), 1);
  }
  auto shortest = static_cast<Ticks>(shortest_without_core_s * profile.ticks_per_second);
  std::ranges::stable_sort(longest_first, std::greater(), [&](size_t i) { return bodies[i]; });
  for (size_t i : longest_first) {
    LoopSamples &loop = loops[thread.samples[i].node];
    Ticks more = bodies[i] - loop.usual;
    if (mixed.count(thread.samples[i].node) || bodies[i] < shortest ||
        more < (far_out - 1) * loop.usual)
      continue;
    more = std::min({more, loop.no_core, left});
    bodies[i] -= more;
    loop.no_core -= more;
    left -= more;
  }
  return bodies;
}

void addIterations(const Profile &profile, const ProfileThread &thread,
                   const std::vector<Ticks> &bodies, const SampleWeights &weights,
                   const std::vector<int> &keys, InsideLoops &loops) {
  std::map<uint32_t, double> samples;
  for (const IterationSample &sample : thread.samples)
    samples[sample.node] += weights.of(sample);
  for (size_t i = 0; i < bodies.size(); ++i) {
    const IterationSample &sample = thread.samples[i];
    uint64_t units = thread.nodes[sample.node].cells[Spent::Body].units;
    loops.iterations[keys[sample.node]].push_back(
        {sample.index, static_cast<double>(bodies[i]) / profile.ticks_per_second,
         static_cast<double>(std::max<uint64_t>(units, 1)) * weights.of(sample) /
             samples[sample.node]});
  }
}

/// What one thread did of a loop between two common points.
struct LoopShare {
  Ticks body = 0;
  uint64_t units = 0;
  uint64_t entries = 0;
  bool or_more = false; // units: the log counts no further
};

class StretchMaker {
public:
  StretchMaker(const Profile &profile, const std::vector<int> &keys, InsideLoops &loops)
      : profile_(profile), keys_(keys), loops_(loops) {}

  void add(const Meeting &meeting) {
    const Segment &latest =
        segmentAt(profile_, *std::ranges::max_element(meeting.arrivals, {}, [&](LogPlace place) {
                    return segmentAt(profile_, place).arrive;
                  }));
    if (meeting.arrivals.size() != segmentAt(profile_, meeting.arrivals.front()).team_size)
      return;
    std::map<uint32_t, LoopShare> last = sharesOf(latest), all;
    std::map<uint32_t, std::vector<Ticks>> bodies; // of the threads that were in it
    for (LogPlace place : meeting.arrivals)
      for (const auto &[node, share] : sharesOf(segmentAt(profile_, place))) {
        all[node].body += share.body;
        all[node].units += share.units;
        all[node].entries = std::max(all[node].entries, share.entries);
        all[node].or_more |= share.or_more;
        bodies[node].push_back(share.body);
      }
    size_t team = meeting.arrivals.size();
    for (auto &[node, of] : bodies) {
      LoopStretch &stretch = loops_.stretches[keys_[node]][stretchAt(latest.arrive)];
      Ticks longest = *std::ranges::max_element(of);
      of.resize(team, 0);
      stretch.instances += latest.weight;
      if (team > 1 || latest.depth == 0) // else its time is that of what is around it
        stretch.span += weighed(latest, static_cast<Ticks>(team) * longest);
      if (profile_.node(node)->counted_iterations)
        addExecution(node, all[node], latest);
      if (!isTooSmall(node, all[node], team))
        stretch.wait += weighed(latest, waitFor(last[node].body, of));
    }
  }

private:
  /// Where another one was longer in it, that only makes up for what else made the last one late.
  static Ticks waitFor(Ticks last, const std::vector<Ticks> &bodies) {
    Ticks wait = 0;
    for (Ticks body : bodies)
      wait += std::max<Ticks>(last - body, 0);
    return wait;
  }

  /// With nowait a team executes a loop several times on its way to a common point. What is counted
  /// no further cannot be divided among them.
  void addExecution(uint32_t node, const LoopShare &all, const Segment &latest) {
    bool several = all.entries > 1;
    if (several && (all.or_more || all.entries >= SpentTime::most))
      return;
    loops_.executions[keys_[node]].push_back(
        {static_cast<double>(all.units) / static_cast<double>(several ? all.entries : 1),
         weighed(latest, all.body), all.or_more});
  }

  static double weighed(const Segment &segment, Ticks ticks) {
    return segment.weight * static_cast<double>(ticks);
  }

  std::map<uint32_t, LoopShare> sharesOf(const Segment &segment) const {
    std::map<uint32_t, LoopShare> shares;
    for (size_t i = 0; i < segment.spent.size(); ++i) {
      const SpentTime &spent = segment.spent[i];
      std::optional<uint32_t> around = constructAround(segment.spent, i);
      if (spent.kind == Spent::Body && isLoop(spent.node)) {
        shares[spent.node].body += spent.ticks;
        shares[spent.node].units += spent.units;
        shares[spent.node].entries += spent.entries;
        shares[spent.node].or_more |= spent.units == SpentTime::most;
      } else if (around && isLoop(*around)) { // regions nested in its iterations
        shares[*around].body += spent.ticks;
      }
    }
    return shares;
  }

  bool isLoop(uint32_t index) const {
    const Node *node = profile_.node(index);
    return node && node->kind == NodeKind::For;
  }

  /// Too few iterations for the team: no imbalance, as in the split of waits.
  bool isTooSmall(uint32_t node, const LoopShare &all, size_t team) const {
    return profile_.node(node)->counted_iterations && all.units < team;
  }

  size_t stretchAt(Ticks tick) const {
    constexpr size_t count = std::tuple_size_v<decltype(InsideLoops::stretches)::mapped_type>;
    auto at = static_cast<size_t>(static_cast<__int128>(std::max<Ticks>(tick, 0)) * count /
                                  std::max<Ticks>(profile_.window, 1));
    return std::min(at, count - 1);
  }

  const Profile &profile_;
  const std::vector<int> &keys_;
  InsideLoops &loops_;
};

/// How many values there are from the lowest to the highest in the greatest step that meets all.
/// Unsigned: the range of a 64-bit variable.
double stepsIn(const std::vector<int64_t> &values) {
  if (values.empty())
    return 0;
  auto [lowest, highest] = std::ranges::minmax(values);
  uint64_t from = static_cast<uint64_t>(lowest), step = 0;
  for (int64_t value : values)
    step = std::gcd(step, static_cast<uint64_t>(value) - from);
  double range = static_cast<double>(static_cast<uint64_t>(highest) - from);
  return range / static_cast<double>(std::max<uint64_t>(step, 1)) + 1;
}

/// For certain. Of an execution with `or_more` only the least number of iterations is known.
bool isApart(const LoopExecution &execution, const LoopExecution &usual) {
  constexpr double alike = 0.1;
  double more = execution.iterations - usual.iterations;
  if (std::fabs(more) <= alike * usual.iterations)
    return false;
  return more > 0 ? !usual.or_more : !execution.or_more;
}

struct Sums {
  std::vector<WeighedIteration> samples;
  double weight = 0, time_s = 0;

  void add(const WeighedIteration &iteration) {
    samples.push_back(iteration);
    weight += iteration.weight;
    time_s += iteration.weight * iteration.time_s;
  }
};

/// IterationBin::deviation_s; sorts them, and cuts the longest.
double deviationOf(std::vector<WeighedIteration> &samples) {
  constexpr size_t fewest = 8, cut = 100;
  if (samples.size() < fewest)
    return 0;
  std::ranges::sort(samples, {}, &WeighedIteration::time_s);
  double longest = samples[samples.size() - 2 - (samples.size() - 1) / cut].time_s;
  double weight = 0, sum = 0, squares = 0;
  for (WeighedIteration &sample : samples) {
    sample.time_s = std::min(sample.time_s, longest);
    weight += sample.weight;
    sum += sample.weight * sample.time_s;
  }
  for (const WeighedIteration &sample : samples)
    squares += sample.weight * (sample.time_s - sum / weight) * (sample.time_s - sum / weight);
  return std::sqrt(squares / weight);
}

} // namespace

InsideLoops insideLoops(const Profile &profile, const Teams &teams, const std::vector<int> &keys) {
  InsideLoops loops;
  SampleWeights weights(profile);
  Ticks empty = emptyGap(profile);
  StretchMaker maker(profile, keys, loops);
  for (const Meeting &meeting : teams.meetings())
    maker.add(meeting);
  std::map<uint32_t, std::vector<int64_t>> values;
  for (const ProfileThread &thread : profile.threads)
    for (const IterationSample &sample : thread.samples)
      if (!profile.node(sample.node)->loop_variable.empty())
        values[sample.node].push_back(sample.index);
  std::set<uint32_t> mixed;
  for (uint32_t node = 0; node < keys.size(); ++node)
    if (auto found = loops.executions.find(keys[node]);
        found != loops.executions.end() && rangesDiffer(found->second, values[node]))
      mixed.insert(node);
  for (const ProfileThread &thread : profile.threads)
    addIterations(profile, thread, bodiesOf(profile, thread, empty, mixed), weights, keys, loops);
  return loops;
}

bool rangesDiffer(std::vector<LoopExecution> executions, const std::vector<int64_t> &values) {
  constexpr double most_apart = 0.1;
  // Loops over the colours of a grid have bounds one apart, and steps of their number.
  constexpr double far_more = 4;
  double time = 0, below = 0, apart = 0;
  for (const LoopExecution &execution : executions)
    time += execution.time;
  std::ranges::sort(executions, {}, &LoopExecution::iterations);
  auto usual = std::ranges::find_if(executions, [&](const LoopExecution &execution) {
    return (below += execution.time) >= time / 2;
  });
  for (const LoopExecution &execution : executions)
    if (isApart(execution, *usual))
      apart += execution.time;
  bool is_known = usual != executions.end() && !usual->or_more && usual->iterations > 0;
  return apart > most_apart * time || (is_known && stepsIn(values) > far_more * usual->iterations);
}

std::vector<IterationBin> iterationBins(const std::vector<WeighedIteration> &iterations,
                                        size_t runs) {
  if (iterations.empty())
    return {};
  auto [lowest, highest] = std::minmax_element(
      iterations.begin(), iterations.end(),
      [](const WeighedIteration &a, const WeighedIteration &b) { return a.index < b.index; });
  // Unsigned: the range of a 64-bit variable has one value too many.
  uint64_t from = static_cast<uint64_t>(lowest->index);
  uint64_t range = static_cast<uint64_t>(highest->index) - from, width = range / most_bins + 1;
  std::map<uint64_t, Sums> sums;
  for (const WeighedIteration &iteration : iterations)
    sums[(static_cast<uint64_t>(iteration.index) - from) / width].add(iteration);
  std::vector<IterationBin> bins;
  for (auto &[number, sum] : sums) {
    uint64_t last = std::min(range, number * width + (width - 1));
    bins.push_back({static_cast<int64_t>(from + number * width), static_cast<int64_t>(from + last),
                    static_cast<double>(sum.samples.size()), sum.time_s / sum.weight,
                    sum.weight / static_cast<double>(runs), deviationOf(sum.samples)});
  }
  return bins;
}

} // namespace tare
