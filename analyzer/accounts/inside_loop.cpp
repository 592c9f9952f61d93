// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/inside_loop.h"

#include "analyzer/thinning/sample_weights.h"
#include "base/median.h"

#include <algorithm>
#include <functional>

namespace tare {

namespace {

constexpr int most_bins = 16;

/// An iteration of so many usual ones may be one that had no core.
constexpr Ticks far_out = 8;

/// What a pair of readings of the clock takes with nothing in between: in each sample once.
Ticks emptyGap(const Profile &profile) {
  std::vector<Ticks> gaps;
  for (const ProfileThread &thread : profile.threads)
    for (const IterationSample &sample : thread.samples)
      if (sample.gap_kind == IterationSample::Gap::Empty)
        gaps.push_back(sample.gap);
  return medianOf(std::move(gaps));
}

/// What the samples of a thread took, without what reading the clock takes. The longest of those
/// that are far out are made usual ones, as far as the thread had no core in regions: time without
/// one says nothing of an iteration.
std::vector<Ticks> bodiesOf(const Profile &profile, const ProfileThread &thread, Ticks empty) {
  std::vector<Ticks> bodies;
  std::map<uint32_t, std::vector<Ticks>> by_loop;
  std::vector<size_t> longest_first;
  for (const IterationSample &sample : thread.samples) {
    longest_first.push_back(bodies.size());
    bodies.push_back(std::max<Ticks>(sample.body - empty, 0));
    by_loop[sample.node].push_back(bodies.back());
  }
  std::map<uint32_t, Ticks> usual;
  for (auto &[node, all] : by_loop)
    usual[node] = std::max<Ticks>(medianOf(std::move(all)), 1);
  std::ranges::sort(longest_first, std::greater(), [&](size_t i) { return bodies[i]; });
  auto left =
      static_cast<Ticks>(static_cast<double>(thread.runq_ns) * 1e-9 * profile.ticks_per_second);
  for (size_t i : longest_first) {
    Ticks more = bodies[i] - usual[thread.samples[i].node];
    if (more < (far_out - 1) * usual[thread.samples[i].node])
      continue;
    more = std::min(more, left);
    bodies[i] -= more;
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
    uint64_t units = thread.nodes[sample.node].slots[TARE_SLOT_BODY].units;
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
};

/// A team between two common points.
struct Meeting {
  std::vector<const Segment *> segments;

  const Segment &last() const {
    return **std::max_element(segments.begin(), segments.end(),
                              [](auto *a, auto *b) { return a->arrive < b->arrive; });
  }
};

using Meetings = std::map<std::pair<uint64_t, uint32_t>, Meeting>;

Meetings meetingsOf(const Profile &profile) {
  Meetings meetings;
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      meetings[{segment.instance, segment.ordinal}].segments.push_back(&segment);
  return meetings;
}

class StretchMaker {
public:
  StretchMaker(const Profile &profile, const std::vector<int> &keys, InsideLoops &loops)
      : profile_(profile), keys_(keys), loops_(loops) {}

  void add(const Meeting &meeting) {
    if (meeting.segments.size() != meeting.segments.front()->team_size)
      return;
    const Segment &latest = meeting.last();
    std::map<uint32_t, LoopShare> last = sharesOf(latest), all;
    std::map<uint32_t, std::vector<Ticks>> bodies; // of the threads that were in it
    for (const Segment *segment : meeting.segments)
      for (const auto &[node, share] : sharesOf(*segment)) {
        all[node].body += share.body;
        all[node].units += share.units;
        bodies[node].push_back(share.body);
      }
    size_t team = meeting.segments.size();
    for (auto &[node, of] : bodies) {
      LoopStretch &stretch = loops_.stretches[keys_[node]][stretchAt(latest.arrive)];
      Ticks longest = *std::ranges::max_element(of);
      of.resize(team, 0);
      stretch.instances += latest.weight;
      if (team > 1 || latest.depth == 0) // else its time is that of what is around it
        stretch.span += weighed(latest, static_cast<Ticks>(team) * longest);
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

  static double weighed(const Segment &segment, Ticks ticks) {
    return segment.weight * static_cast<double>(ticks);
  }

  std::map<uint32_t, LoopShare> sharesOf(const Segment &segment) const {
    std::map<uint32_t, LoopShare> shares;
    for (size_t i = 0; i < segment.spent.size(); ++i) {
      const SpentTime &spent = segment.spent[i];
      std::optional<uint32_t> around = constructAround(segment.spent, i);
      if (spent.slot == TARE_SLOT_BODY && isLoop(spent.node)) {
        shares[spent.node].body += spent.ticks;
        shares[spent.node].units += spent.units;
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

struct Sums {
  double samples = 0, weight = 0, time_s = 0;

  void add(const WeighedIteration &iteration) {
    samples += 1;
    weight += iteration.weight;
    time_s += iteration.weight * iteration.time_s;
  }
};

} // namespace

InsideLoops insideLoops(const Profile &profile, const std::vector<int> &keys) {
  InsideLoops loops;
  SampleWeights weights(profile);
  Ticks empty = emptyGap(profile);
  for (const ProfileThread &thread : profile.threads)
    addIterations(profile, thread, bodiesOf(profile, thread, empty), weights, keys, loops);
  StretchMaker maker(profile, keys, loops);
  for (const auto &[key, meeting] : meetingsOf(profile))
    maker.add(meeting);
  return loops;
}

std::vector<IterationBin> iterationBins(const std::vector<WeighedIteration> &iterations) {
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
  for (const auto &[number, sum] : sums) {
    uint64_t last = std::min(range, number * width + (width - 1));
    bins.push_back({static_cast<int64_t>(from + number * width), static_cast<int64_t>(from + last),
                    sum.samples, sum.time_s / sum.weight});
  }
  return bins;
}

} // namespace tare
