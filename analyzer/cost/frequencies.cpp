// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/frequencies.h"

#include "analyzer/cost/observed_cost.h"
#include "instrumenter/nodes/sampled.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

// On the thread that forks it a region has a fork, a body and a join, on others a start and a body.
// An instance that the budget left out has one pair of probes.
void addRegion(Executions &sum, const ProfileNode &cells) {
  auto begun = static_cast<double>(cells.cells[Spent::Fork].entries);
  double forked = std::min(static_cast<double>(cells.instances), begun);
  sum.of(CostKind::RegionFork) += forked;
  sum.of(CostKind::RegionJoin) += forked;
  sum.of(CostKind::RegionStart) += begun - forked;
  sum.of(CostKind::RegionBody) += begun;
  sum.of(CostKind::Work) += static_cast<double>(cells.cells[Spent::Skipped].entries);
}

// A statement that was found too short has entries and no time.
void addSerial(Executions &sum, const ProfileCell &cell) {
  auto entries = static_cast<double>(cell.entries);
  double measured = cell.ticks > 0 ? entries : measuredBeforeTooShort(entries);
  sum.of(CostKind::Serial) += measured;
  sum.of(CostKind::TooShort) += entries - measured;
}

void addNode(Executions &sum, const Profile &profile, uint32_t index, const ProfileNode &cells) {
  const Node *node = profile.node(index);
  if (!node)
    return;
  if (beginsTeam(node->kind) && !profile.of_serial_program) {
    if (!profile.timedOutside(index))
      addRegion(sum, cells);
    return;
  }
  addSerial(sum, cells.cells[Spent::Serial]);
  for (Spent spent : logged_kinds)
    if (CostKind kind; costKindAt(*node, spent, false, kind))
      sum.of(kind) += static_cast<double>(cells.cells[spent].entries);
  if (samplesIterations(*node))
    sum.of(CostKind::Iteration) += static_cast<double>(cells.cells[Spent::Body].units);
  const ProfileCell &held = cells.cells[Spent::Body];
  if (samplesAcquisitions(*node) && held.units > held.entries)
    sum.of(CostKind::Count) += static_cast<double>(held.units - held.entries);
}

class ById {
public:
  /// The one with the same identity, or a copy without executions.
  Frequency &like(const Frequency &frequency) {
    auto [place, is_new] = index_.try_emplace(frequency.id, all_.size());
    if (is_new) {
      all_.push_back(frequency);
      all_.back().executions = {};
    }
    return all_[place->second];
  }
  std::vector<Frequency> take() { return std::move(all_); }

private:
  std::map<std::string, size_t> index_;
  std::vector<Frequency> all_;
};

} // namespace

double measuredBeforeTooShort(double executions) {
  return std::min<double>(executions, executions_until_too_short);
}

void Executions::add(const Executions &more, double factor) {
  for (size_t i = 0; i < cost_kinds; ++i)
    times[i] += factor * more.times[i];
}

bool Executions::any() const {
  return std::ranges::any_of(times, [](double count) { return count > 0; });
}

double Frequency::entries() const {
  double most = executions.of(CostKind::Serial) + executions.of(CostKind::TooShort);
  for (size_t i = 0; i < cost_kinds; ++i)
    if (CostKind(i) != CostKind::Iteration)
      most = std::max(most, executions.times[i]);
  return most;
}

Frequency frequencyOf(const Node &node) {
  Frequency frequency;
  frequency.id = node.id.text();
  frequency.kind = node.kind;
  frequency.place = node.place;
  frequency.directive = node.directive;
  frequency.function = node.id.function;
  frequency.path = node.id.path;
  return frequency;
}

std::vector<Executions> countedExecutions(const Profile &measured) {
  std::vector<Executions> sums(measured.nodeCount());
  for (const ProfileThread &thread : measured.threads) {
    std::vector<Executions> own = countedExecutions(measured, thread);
    sums.resize(std::max(sums.size(), own.size()));
    for (size_t index = 0; index < own.size(); ++index)
      sums[index].add(own[index]);
  }
  return sums;
}

std::vector<Executions> countedExecutions(const Profile &measured, const ProfileThread &thread) {
  std::vector<Executions> sums(thread.nodes.size());
  for (uint32_t index = 0; index < thread.nodes.size(); ++index)
    addNode(sums[index], measured, index, thread.nodes[index]);
  return sums;
}

std::vector<Frequency> countedFrequencies(const Profile &measured) {
  std::vector<Executions> sums = countedExecutions(measured);
  ById found;
  for (uint32_t index = 0; index < sums.size(); ++index) {
    if (!sums[index].any())
      continue;
    Frequency frequency = frequencyOf(*measured.node(index));
    frequency.counted = true;
    found.like(frequency).executions.add(sums[index]);
  }
  return found.take();
}

std::vector<Frequency> meanFrequencies(const std::vector<std::vector<Frequency>> &runs) {
  ById found;
  for (const std::vector<Frequency> &run : runs)
    for (const Frequency &frequency : run)
      found.like(frequency).executions.add(frequency.executions,
                                           1 / static_cast<double>(runs.size()));
  return found.take();
}

} // namespace tare
