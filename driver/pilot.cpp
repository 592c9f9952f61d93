// SPDX-License-Identifier: Apache-2.0
#include "driver/pilot.h"

#include "analyzer/cost/predicted_cost.h"
#include "analyzer/cost/price.h"
#include "analyzer/thinning/thinnable.h"
#include "base/quantity.h"
#include "driver/results/noise.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace tare {
namespace {

/// The runtime skips no instance of a region that is executed less often.
constexpr uint64_t fewest_instances = 64;

/// Rounds of runs that stand for constructs without probes. A table takes the one most like its own
/// run, so a run that the machine has disturbed stands for nothing.
constexpr int most_rounds = 5;
constexpr double patience_s = 10; // later no run begins, but for the first of each number

/// As the runtime reads it.
std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g%%", 100 * share);
  return text;
}

/// The reason that a plan gives; `share`: Price::all.
std::string reasonOf(double share) {
  return "its probes would take " + ratioText(100 * share) + " % of the run's time";
}

/// By identity: the share of a construct's executions that the runtime can skip; the least of
/// several copies.
std::map<std::string, double> thinnableById(const Profile &profile) {
  std::vector<double> parts = thinnableParts(profile, fewest_instances);
  std::map<std::string, double> by_id;
  for (uint32_t index = 0; index < parts.size(); ++index)
    if (const Node *node = profile.node(index)) {
      auto [place, is_new] = by_id.emplace(node->id.text(), parts[index]);
      if (!is_new)
        place->second = std::min(place->second, parts[index]);
    }
  return by_id;
}

/// Tasks get probes all together or not at all: a waiting thread may run any of them.
std::string groupOf(NodeKind kind) {
  return kind == NodeKind::Task || kind == NodeKind::Taskloop ? "tasks" : "";
}

/// Thread time in ticks.
double timeOf(const Profile &profile) {
  return static_cast<double>(profile.window) * std::max<uint32_t>(profile.threads_asked, 1);
}

/// Regions are missing: a plan cannot leave them without probes.
std::vector<PricedConstruct> pricesOf(const Profile &profile,
                                      const std::vector<ConstructCost> &constructs,
                                      const ProbeCosts &costs) {
  std::map<std::string, double> thinnable = thinnableById(profile);
  std::map<std::string, double> longest = longestDelays(profile, costs);
  std::vector<PricedConstruct> prices;
  for (const auto &[frequency, cost] : constructs) {
    if (frequency.kind == NodeKind::Parallel) // a plan cannot leave it without probes
      continue;
    double all = std::max(cost.direct / timeOf(profile),
                          longest[frequency.id] / static_cast<double>(profile.window));
    prices.push_back(
        {frequency.id, groupOf(frequency.kind), {all, all * (1 - thinnable[frequency.id])}});
  }
  return prices;
}

/// Both sides of one execution, warm.
double totalOf(const ProbeCosts &costs, CostKind kind) {
  return costs.of(kind).inside.warm + costs.of(kind).outside.warm;
}

/// "entry,segment,region" in ns, as the runtime wants them (runtime/budget.h).
std::string runtimeCosts(const ProbeCosts &costs) {
  double entry = std::max({totalOf(costs, CostKind::Work), totalOf(costs, CostKind::Wait),
                           totalOf(costs, CostKind::Task), totalOf(costs, CostKind::TaskCreation)});
  double segment = totalOf(costs, CostKind::Barrier);
  // All of its threads wait for the probes of its fork and its join.
  double region = totalOf(costs, CostKind::RegionFork) + totalOf(costs, CostKind::RegionBody) +
                  totalOf(costs, CostKind::RegionJoin);
  double ns = 1e9 / costs.ticks_per_second;
  char text[96];
  std::snprintf(text, sizeof text, "%.1f,%.1f,%.1f", entry * ns, segment * ns, region * ns);
  return text;
}

/// With paths relative to the results folder.
RunRecord inResults(RunRecord record) {
  record.profile = "pilot/" + record.profile;
  return record;
}

/// Wall-clock time of all runs.
double secondsOf(const PilotFlight &flight) {
  double seconds = 0;
  for (const RunRecord &run : flight.runs)
    seconds += run.wall_s;
  return seconds;
}

/// Complete: the run can be used.
ExperimentEnd endOf(const RunResult &run) {
  const RunRecord &record = run.record;
  if (run.interrupted)
    return {Ending::interrupted, Error{"interrupted during the pilot run of the budget"},
            run.interrupted};
  bool has_started = record.exit_status != 127 || !run.error;
  if (run.error && !(failed(record) && has_started))
    return {Ending::nothing_measured, run.error};
  if (!failed(record))
    return {};
  Error error{"the pilot run of the budget failed: " + failureText(run),
              {},
              "its output is in " + run.folder};
  if (record.timed_out)
    return {Ending::timed_out, error};
  if (record.exit_status > 0 && record.exit_status < 126 && !record.signal)
    error.next += statusHint(record.exit_status);
  return {Ending::program_failed, error};
}

} // namespace

std::map<std::string, std::string> budgetEnvironment(double budget, const ProbeCosts *costs) {
  std::map<std::string, std::string> environment = {{"TARE_BUDGET", percent(budget)}};
  if (costs)
    environment["TARE_PROBE_COSTS"] = runtimeCosts(*costs);
  return environment;
}

PilotReport pilotReport(const Profile &profile, const ProbeCosts &costs, double budget) {
  PilotReport report;
  std::vector<ConstructCost> constructs = predictedCost(profile, costs);
  Affordable bought = affordable(pricesOf(profile, constructs, costs), budget);
  report.cost = sumOf(constructs).direct / timeOf(profile);
  std::set<std::string> ids;
  for (const PricedConstruct &dear : bought.unprobed) {
    report.unprobed.push_back({dear.id, reasonOf(dear.price.all)});
    ids.insert(dear.id);
  }
  std::erase_if(constructs, [&](const ConstructCost &construct) {
    return ids.contains(construct.frequency.id);
  });
  report.kept =
      std::min(sumOf(constructs).direct / timeOf(profile), std::max(budget, bought.least));
  report.predicted_s = report.kept * static_cast<double>(profile.window) / profile.ticks_per_second;
  report.all_s = report.cost * static_cast<double>(profile.window) / profile.ticks_per_second;
  report.environment = budgetEnvironment(budget, &costs);
  return report;
}

PilotFlight flyPilot(const RunSeams &seams, const RunSetting &setting,
                     const std::vector<int> &threads, double budget,
                     const ProbeScale::Calibrator &calibrate) {
  RunSetting own = setting;
  own.folder = setting.folder + "/pilot";
  int most = *std::ranges::max_element(threads);
  RunResult run = runOnce(seams, own, {0, role::instrumented, most}, 1);
  if (ExperimentEnd end = endOf(run); end.ending != Ending::complete)
    return {end};
  int cores = static_cast<int>(run.profile->cores_allowed);
  Result<ProbeScale::Known> known =
      calibrate(run.profile->openmp_runtime, cores > 0 ? std::min(most, cores) : most);
  if (!known.ok()) {
    int signal = known.error().signal;
    return {{signal ? Ending::interrupted : Ending::program_failed, known.error(), signal}};
  }
  PilotFlight flight{{}, pilotReport(*run.profile, known.value().costs, budget)};
  flight.report.threads = most;
  flight.runs.push_back(inResults(std::move(run.record)));
  if (flight.report.unprobed.empty())
    return flight;
  std::set<int> counts(threads.begin(), threads.end());
  counts.insert(1);
  std::set<int> failing;
  for (int round = 0; round < most_rounds; ++round)
    for (int count : counts) {
      bool has_flown = round == 0 && count == most;
      if (has_flown || failing.contains(count) || (round > 0 && secondsOf(flight) >= patience_s))
        continue;
      int number = static_cast<int>(flight.runs.size()) + 1;
      RunResult other = runOnce(seams, own, {0, role::instrumented, count}, number);
      if (other.interrupted)
        return {endOf(other)};
      if (other.error || failed(other.record))
        failing.insert(count);
      else
        flight.runs.push_back(inResults(std::move(other.record)));
    }
  return flight;
}

} // namespace tare
