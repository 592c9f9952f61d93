// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/slowed_code.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"

#include <algorithm>

namespace tare {

double mostOfProbes(const OwnCost &own) { return std::max(own.observed_high_s, own.removed_s); }

static double withoutCore(const Table &table) {
  const Estimate *estimate = estimateOf(table, category::off_cpu);
  return estimate ? std::max(estimate->high_s, 0.0) : 0;
}

static double unexplained(const Table &table) {
  double whole = table.parallel_time.time_s;
  return whole > 0 ? (table.own_cost.measured_s - mostOfProbes(table.own_cost)) / whole : 0;
}

static bool isSlowedItself(const Table &table) {
  constexpr double least_times = 3, least_share = 0.1;
  const OwnCost &own = table.own_cost;
  bool is_known = own.approximated && own.observed_high_s > 0;
  double most = mostOfProbes(own) + withoutCore(table), whole = table.parallel_time.time_s;
  return is_known && whole > 0 && own.measured_low_s > most &&
         own.measured_s > least_times * most && own.measured_s - most > least_share * whole;
}

const Table *slowedIn(const Table &table, const Table *alone) {
  constexpr double least_share_alone = 0.05;
  if (alone && unexplained(*alone) < least_share_alone)
    return nullptr;
  if (isSlowedItself(table))
    return &table;
  return alone && isSlowedItself(*alone) ? alone : nullptr;
}

bool isSlowedCode(const Table &table, const Table *alone) {
  return slowedIn(table, alone) != nullptr;
}

bool isSpedUpCode(const Table &table) {
  constexpr double least_share = 0.03;
  const OwnCost &own = table.own_cost;
  return own.measured_high_s < 0 && -own.measured_s > least_share * table.parallel_time.time_s;
}

bool buildsAligned(const std::vector<RunSummary> &runs) {
  return std::ranges::any_of(runs, [](const RunSummary &run) {
    return run.compiler.find("-falign-functions") != std::string::npos;
  });
}

} // namespace tare
