// SPDX-License-Identifier: Apache-2.0
#include "analyzer/whatif/loop_knowledge.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tare {

namespace {

/// A thread that loses its core waits for at least a slice of the scheduler's.
constexpr double shortest_interruption_s = 0.5e-3;

double counted(uint16_t units, Ticks ticks, uint64_t all, Ticks all_ticks) {
  if (units < SpentTime::most)
    return units;
  double part = all_ticks > 0 ? static_cast<double>(ticks) / static_cast<double>(all_ticks) : 1;
  return std::max<double>(units, static_cast<double>(all) * part);
}

/// What reading the clock takes, in each sample once.
Ticks emptyGapOf(const Profile &profile) {
  std::vector<Ticks> gaps;
  for (const ProfileThread &thread : profile.threads)
    for (const IterationSample &sample : thread.samples)
      if (sample.gap_kind == IterationSample::Gap::Empty)
        gaps.push_back(sample.gap);
  if (gaps.empty())
    return 0;
  auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::ranges::nth_element(gaps, middle);
  return *middle;
}

std::map<uint32_t, LoopCosts> costsOf(const Profile &profile) {
  Ticks empty = emptyGapOf(profile);
  std::map<uint32_t, std::vector<IterationCost>> samples;
  for (const ProfileThread &thread : profile.threads) {
    std::map<uint32_t, double> count;
    for (const IterationSample &sample : thread.samples)
      ++count[sample.node];
    for (const IterationSample &sample : thread.samples) {
      auto units = static_cast<double>(thread.nodes[sample.node].cells[Spent::Body].units);
      samples[sample.node].push_back(
          {sample.index, static_cast<double>(std::max<Ticks>(sample.body - empty, 0)),
           std::max(units, 1.0) / count[sample.node]});
    }
  }
  std::map<uint32_t, LoopCosts> costs;
  for (auto &[node, of] : samples)
    costs[node] = loopCosts(std::move(of), shortest_interruption_s * profile.ticks_per_second);
  return costs;
}

/// Executions of one loop, as the meetings of its teams tell.
struct Executions {
  double count = 0, iterations = 0, least = 0, most = 0, work = 0, scheduling = 0;
  bool or_more = false; // a record counts no further: how many it were is an estimate
};

/// What one meeting has of a loop.
struct LoopHere {
  uint32_t node = 0;
  Executions of;
  double entries = 0; // of the thread that has the most
};

/// Of a few loops: the last one is mostly the one.
LoopHere &hereOf(std::vector<LoopHere> &here, uint32_t node) {
  auto found = std::find_if(here.rbegin(), here.rend(),
                            [node](const LoopHere &loop) { return loop.node == node; });
  return found != here.rend() ? *found : here.emplace_back(LoopHere{node, {}, 0});
}

void gatherMeeting(const Profile &profile, const std::vector<bool> &is_loop, const Meeting &meeting,
                   std::vector<LoopHere> &here) {
  for (LogPlace place : meeting.arrivals) {
    const ProfileThread &thread = profile.threads[place.thread];
    for (const SpentTime &record : segmentAt(profile, place).spent) {
      if (!is_loop[record.node])
        continue;
      if (record.kind == Spent::Body) {
        LoopHere &loop = hereOf(here, record.node);
        loop.of.iterations += unitsOf(thread, record);
        loop.of.or_more |= record.units == SpentTime::most;
        loop.of.work += static_cast<double>(record.ticks);
        loop.entries = std::max(loop.entries, entriesOf(thread, record));
      } else if (record.kind == Spent::Scheduling) {
        hereOf(here, record.node).of.scheduling += static_cast<double>(record.ticks);
      }
    }
  }
}

void add(const LoopHere &here, Executions &all) {
  double times = std::max(here.entries, 1.0), each = here.of.iterations / times;
  if (!here.of.or_more) {
    all.least = all.least == 0 ? each : std::min(all.least, each);
    all.most = std::max(all.most, each);
  }
  all.count += times;
  all.iterations += here.of.iterations;
  all.work += here.of.work;
  all.scheduling += here.of.scheduling;
}

std::map<uint32_t, Executions> executionsOf(const Profile &profile, const Teams &teams) {
  std::vector<bool> is_loop(profile.nodeCount(), false);
  for (uint32_t node = 0; node < is_loop.size(); ++node)
    is_loop[node] = profile.node(node)->kind == NodeKind::For;
  std::map<uint32_t, Executions> executions;
  std::vector<LoopHere> here;
  for (const Meeting &meeting : teams.meetings()) {
    here.clear();
    gatherMeeting(profile, is_loop, meeting, here);
    for (const LoopHere &loop : here)
      add(loop, executions[loop.node]);
  }
  return executions;
}

double chunksOf(const LoopSchedule &schedule, double iterations, double threads) {
  if (schedule.kind == LoopSchedule::Kind::Guided) // what is left shrinks by 1 - 1 / threads
    return std::min(iterations, threads * std::log(std::max(iterations / threads, 2.0)) + threads);
  return std::ceil(iterations / static_cast<double>(schedule.leastChunk()));
}

} // namespace

double unitsOf(const ProfileThread &thread, const SpentTime &record) {
  const ProfileCell &cell = thread.nodes[record.node].cells[record.kind];
  return counted(record.units, record.ticks, cell.units, cell.ticks);
}

double entriesOf(const ProfileThread &thread, const SpentTime &record) {
  const ProfileCell &cell = thread.nodes[record.node].cells[record.kind];
  return counted(record.entries, record.ticks, cell.entries, cell.ticks);
}

LoopsKnown loopsOf(const Profile &profile, const Teams &teams) {
  std::map<uint32_t, Executions> executions = executionsOf(profile, teams);
  std::map<uint32_t, LoopCosts> costs = costsOf(profile);
  LoopsKnown loops;
  for (const auto &[node, of] : executions) {
    LoopKnowledge &loop = loops[node];
    const Node &of_node = *profile.node(node);
    loop.schedule = scheduleAsWritten(scheduleOf(findClause(of_node.clauses, "schedule")));
    if (auto found = costs.find(node); found != costs.end())
      loop.costs = found->second;
    loop.has_one_range = of.most <= 1.1 * of.least;
    loop.iterations_each = of.count > 0 ? of.iterations / of.count : 0;
    loop.sampled_work = of.work;
    if (loop.schedule && loop.schedule->dispatches() && of.iterations > 0)
      loop.dispatch = of.scheduling / (of.count * chunksOf(*loop.schedule, loop.iterations_each,
                                                           profile.threads_asked));
  }
  return loops;
}

std::vector<bool> withInner(const Profile &profile, std::vector<bool> nodes) {
  nodes.resize(profile.nodeCount(), false);
  for (const ProfileModule &module : profile.modules)
    for (size_t i = 0; i < module.tree.nodes.size(); ++i) // parents come first
      if (int parent = module.tree.nodes[i].parent;
          parent >= 0 && nodes[module.first_node + static_cast<size_t>(parent)])
        nodes[module.first_node + i] = true;
  return nodes;
}

CostCurve curveAt(const LoopKnowledge &loop, const LoopAtMeeting &here) {
  if (loop.has_one_range && loop.costs.curve.parts() > 1)
    return loop.costs.curve;
  bool in_blocks = loop.schedule && *loop.schedule == LoopSchedule{};
  if (!in_blocks || here.times.size() < 2 || loop.has_one_range)
    return {};
  return CostCurve(here.times);
}

} // namespace tare
