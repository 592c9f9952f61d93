// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/pair_of_runs.h"

#include "base/median.h"
#include "driver/calibration/dispersion.h"

namespace tare {

KernelCells::KernelCells(const Profile &profile, const std::string &function)
    : profile_(profile), function_(function) {
  for (const ProfileThread &thread : profile.threads)
    if (thread.initial)
      initial_ = &thread;
  if (!initial_)
    throw MissingFigure{"the profile has no initial thread"};
}

double KernelCells::each(NodeKind kind, Spent spent) const {
  ProfileCell cell = sum(kind, spent);
  if (cell.entries == 0)
    throw MissingFigure{"the profile has no " + std::string(kindName(kind)) + " in " + function_};
  return ns(cell.ticks) / static_cast<double>(cell.entries);
}

double KernelCells::around(uint64_t executions) const {
  each(NodeKind::Loop, Spent::Body); // is there
  return ns(sum(NodeKind::Loop, Spent::Body).ticks) / static_cast<double>(executions);
}

double KernelCells::betweenRegions() const {
  std::vector<double> gaps;
  const Segment *before = nullptr;
  for (const Segment &segment : initial_->log) {
    const Node *region = profile_.node(segment.region_node);
    bool ours = segment.depth == 0 && region && region->id.function == function_;
    if (ours && before && segment.ordinal == 0 && segment.instance == before->instance + 1)
      gaps.push_back(ns(segment.open - before->leave));
    before = ours && segment.is_last ? &segment : nullptr;
  }
  return medianOf(std::move(gaps));
}

double KernelCells::ns(Ticks ticks) const {
  return static_cast<double>(ticks) / profile_.ticks_per_second * 1e9;
}

ProfileCell KernelCells::sum(NodeKind kind, Spent spent) const {
  ProfileCell all;
  for (uint32_t index = 0; index < initial_->nodes.size(); ++index) {
    const Node *node = profile_.node(index);
    if (!node || node->id.function != function_ || node->kind != kind)
      continue;
    all.ticks += initial_->nodes[index].cells[spent].ticks;
    all.entries += initial_->nodes[index].cells[spent].entries;
  }
  return all;
}

double PairOfRuns::dispersion() const {
  return dispersionBetweenBarriers(profile_, "barrier") / profile_.ticks_per_second * 1e9;
}

double PairOfRuns::each(const ScaleOutput &output, const std::string &kernel) {
  auto found = output.kernels.find(kernel);
  if (found == output.kernels.end())
    throw MissingFigure{"the calibration program did not measure '" + kernel + "'"};
  return found->second.each();
}

} // namespace tare
