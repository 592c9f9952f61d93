// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/cost_sentences.h"

#include "analyzer/ledger/lines.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// "+2.1", of a share.
std::string signedPercent(double share) {
  return (share < 0 ? "-" : "+") + percentText(std::abs(share));
}

/// " (2.0 % taken out; with its probes off -1.0 %)"
std::string removedText(const Table &table) {
  const OwnCost &own = table.own_cost;
  double whole = table.parallel_time.time_s;
  std::vector<std::string> parts;
  if (own.approximated)
    parts.push_back(percentText(std::max(own.removed_s / whole, 0.0)) + " % taken out");
  if (own.rewriting)
    parts.push_back("with its probes off " + signedPercent(own.rewriting->time_s / whole) + " %");
  return parts.empty() ? "" : " (" + joinText(parts, "; ") + ")";
}

/// The instrumented run against the plain one, and how much of that the costs of the probes
/// explain.
std::string ownCostText(const Ledger &ledger) {
  std::vector<std::string> costs;
  for (const Table &table : ledger.tables)
    if (table.own_cost.measured_s != 0 && table.parallel_time.time_s > 0) {
      double share = table.own_cost.measured_s / table.parallel_time.time_s;
      costs.push_back(signedPercent(share) + " % " + atSize(sizeOf(table)) + removedText(table));
    }
  if (costs.empty())
    return "";
  bool is_large = std::ranges::any_of(ledger.tables, [](const Table &table) {
    constexpr double large = 0.2, counted = 0.05; // of T_p
    const OwnCost &own = table.own_cost;
    bool may_be_noise =
        own.approximated && own.observed_high_s < counted * table.parallel_time.time_s;
    return own.measured_low_s > large * table.parallel_time.time_s && !may_be_noise;
  });
  return "Measurement overhead, the instrumented run against the plain one: " +
         joinText(costs, ", ") + "." +
         (is_large
              ? " This disturbs what is measured: rows of what is executed most often may be too "
                "large, and rows beside them too small." +
                    std::string(isOfJob(ledger) ? "" : " --budget 5% measures a part of it.")
              : "");
}

/// "at p = 4 80 of 90 executions of regions (61 % of their time)"
std::string leftOutText(const Table &table, const Budget &budget) {
  return atSize(sizeOf(table)) + " " + countText(budget.skipped_instances) + " of " +
         countText(budget.instances) + " executions of regions (" +
         percentText(budget.skipped_share) + " % of their time)";
}

/// The time of constructs without probes that pilot runs brought into the table.
std::string pilotText(const Ledger &ledger) {
  std::vector<std::string> told;
  for (const Table &table : ledger.tables)
    if (const std::optional<Budget> &budget = table.own_cost.budget;
        budget && budget->told_by_pilot_s > 0 && table.parallel_time.time_s > 0)
      told.push_back(percentText(budget->told_by_pilot_s / table.parallel_time.time_s) +
                     " % of T_p " + atSize(sizeOf(table)));
  if (told.empty())
    return "";
  return "Pilot runs with all probes tell what constructs without probes wait and manage (" +
         joinText(told, ", ") + ").";
}

/// The budget: whether it was held, and what was skipped for it while the programs ran.
std::string budgetText(const Ledger &ledger) {
  std::vector<std::string> unprobed;
  std::vector<std::string> took;
  double asked = 0;
  bool is_held = true;
  for (const Table &table : ledger.tables)
    if (const std::optional<Budget> &budget = table.own_cost.budget) {
      asked = std::max(asked, budget->asked);
      double share = table.parallel_time.time_s > 0
                         ? table.own_cost.observed_direct_s / table.parallel_time.time_s
                         : 0;
      bool is_over = budget->asked > 0 && share > budget->asked;
      is_held = is_held && !is_over;
      took.push_back(percentText(share) + " % " + atSize(sizeOf(table)) +
                     (is_over ? " (NOT held)" : ""));
      if (budget->skipped_instances > 0)
        unprobed.push_back(leftOutText(table, *budget));
    }
  if (asked == 0 && unprobed.empty())
    return "";
  std::string text = "Budget: probes may take " + percentText(asked) + " % of the threads' time";
  text += is_held ? "; " : "; counted, they took " + joinText(took, ", ") + "; ";
  if (unprobed.empty())
    return text + (is_held ? "no execution of a region had to be skipped."
                           : "no execution of a region was skipped.");
  return text + "skipped were " + joinText(unprobed, ", ") +
         ". Those that were measured stand for their neighbours.";
}

/// The cost of the probes as predicted, beside the observed one (their number times their cost).
std::string predictedText(const Ledger &ledger) {
  std::vector<std::string> costs;
  for (const Table &table : ledger.tables)
    if (table.own_cost.predicted_s && table.parallel_time.time_s > 0) {
      double predicted = *table.own_cost.predicted_s / table.parallel_time.time_s;
      double observed = table.own_cost.observed_direct_s / table.parallel_time.time_s;
      costs.push_back(
          percentText(predicted) + " % " + atSize(sizeOf(table)) +
          (table.own_cost.approximated ? " (then counted: " + percentText(observed) + " %)" : ""));
    }
  return costs.empty() ? "" : "Predicted cost of the probes: " + joinText(costs, ", ") + ".";
}

} // namespace

std::vector<std::string> costSentences(const Ledger &ledger) {
  return {ownCostText(ledger), budgetText(ledger), pilotText(ledger), predictedText(ledger)};
}

} // namespace tare
