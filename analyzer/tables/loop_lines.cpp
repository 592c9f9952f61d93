// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/loop_lines.h"

namespace tare {

namespace {

constexpr double worth_telling = 0.001; // of T_p

/// The samples of all repetitions together; each repetition weighs the same.
void addIterations(ConstructLines &construct, int key, const Node &node,
                   const std::vector<RepetitionAccount> &accounts) {
  std::vector<WeighedIteration> all;
  for (const RepetitionAccount &account : accounts)
    if (auto found = account.loops.iterations.find(key); found != account.loops.iterations.end())
      append(all, found->second);
  construct.iterations = iterationBins(all, accounts.size());
  std::vector<LoopExecution> executions;
  for (const RepetitionAccount &account : accounts)
    if (auto found = account.loops.executions.find(key); found != account.loops.executions.end())
      append(executions, found->second);
  std::vector<int64_t> values; // ordinals go on from one execution to the next
  if (!node.loop_variable.empty())
    for (const WeighedIteration &iteration : all)
      values.push_back(iteration.index);
  construct.ranges_differ = !all.empty() && rangesDiffer(std::move(executions), values);
}

/// How many instances each logged one stands for; 1 where the log has them all.
double logScale(const RepetitionAccount &account, int key, const std::array<LoopStretch, 50> &of) {
  double logged = 0;
  for (const LoopStretch &stretch : of)
    logged += stretch.instances;
  auto found = account.instances.find(key);
  double all = found == account.instances.end() ? 0 : static_cast<double>(found->second);
  return all > logged && logged > 0 ? all / logged : 1;
}

void addStretches(std::vector<ImbalanceBin> &bins, int key, const RepetitionAccount &account,
                  double share) {
  auto found = account.loops.stretches.find(key);
  double width = static_cast<double>(account.instrumented) / account.ticks_per_second /
                 static_cast<double>(bins.size());
  for (size_t i = 0; i < bins.size(); ++i) {
    bins[i].start_s += share * width * static_cast<double>(i);
    bins[i].end_s += share * width * static_cast<double>(i + 1);
  }
  if (found == account.loops.stretches.end())
    return;
  double scale = share * logScale(account, key, found->second);
  for (size_t i = 0; i < bins.size(); ++i) {
    const LoopStretch &stretch = found->second[i];
    double tick_s = scale / account.ticks_per_second;
    bins[i].instances += scale * stretch.instances;
    bins[i].wait_s += tick_s * stretch.wait / account.threads;
    bins[i].span_s += tick_s * stretch.span / account.threads;
  }
}

void addOverTime(ConstructLines &construct, int key,
                 const std::vector<RepetitionAccount> &accounts) {
  std::vector<ImbalanceBin> bins(std::tuple_size_v<std::array<LoopStretch, 50>>);
  double share = 1.0 / static_cast<double>(accounts.size()), parallel_s = 0;
  for (const RepetitionAccount &account : accounts) {
    addStretches(bins, key, account, share);
    parallel_s += share * static_cast<double>(account.parallel) / account.ticks_per_second;
  }
  double wait_s = 0, instances = 0;
  for (const ImbalanceBin &bin : bins) {
    wait_s += bin.wait_s;
    instances += bin.instances;
  }
  if (instances < 1.5 || wait_s < worth_telling * parallel_s)
    return;
  std::erase_if(bins, [](const ImbalanceBin &bin) { return bin.span_s <= 0; });
  construct.over_time = std::move(bins);
}

} // namespace

void addLoopLines(ConstructLines &construct, int key, const Node &node,
                  const std::vector<RepetitionAccount> &accounts) {
  if (node.kind != NodeKind::For)
    return;
  construct.iteration_variable = node.loop_variable;
  addIterations(construct, key, node, accounts);
  addOverTime(construct, key, accounts);
}

} // namespace tare
