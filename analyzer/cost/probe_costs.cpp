// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/probe_costs.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tare {
namespace {

using json::Fields;

constexpr std::string_view of_cold = " (cold)"; // behind the name of a kind

constexpr std::array<std::string_view, cost_kinds> names = {
    "work",        "barrier",       "lock_wait",    "lock_held",   "wait",
    "task_wait",   "task_creation", "task",         "serial",      "too_short",
    "iteration",   "loop_start",    "count",        "region_fork", "region_start",
    "region_body", "region_join",   "sampled_wait", "sampled_held"};

constexpr double warm_s = 1e-6, cold_s = 1e-4;

// ---- which probes stand around a kind of time ----

/// Has no body of its own.
bool isBodiless(NodeKind kind) {
  switch (kind) {
  case NodeKind::Barrier:
  case NodeKind::Taskwait:
  case NodeKind::Taskgroup:
  case NodeKind::Taskyield:
  case NodeKind::Spin:
    return true;
  default:
    return false;
  }
}

std::optional<CostKind> aroundBody(NodeKind kind) {
  switch (kind) {
  case NodeKind::Parallel:
    return CostKind::RegionBody;
  case NodeKind::Critical:
  case NodeKind::Ordered:
    return CostKind::LockHeld;
  case NodeKind::Task:
  case NodeKind::Taskloop:
    return CostKind::Task;
  case NodeKind::Atomic:
  case NodeKind::Flush:
  case NodeKind::Cancel:
  case NodeKind::Depobj:
  case NodeKind::Lock: // a test of it
    return CostKind::Count;
  default:
    return isBodiless(kind) ? std::nullopt : std::optional(CostKind::Work);
  }
}

std::optional<CostKind> aroundWait(NodeKind kind, bool forks) {
  switch (kind) {
  case NodeKind::Parallel:
    return forks ? std::optional(CostKind::RegionJoin) : std::nullopt;
  case NodeKind::Critical:
  case NodeKind::Ordered:
    return CostKind::LockWait;
  case NodeKind::Lock:
  case NodeKind::Spin:
    return CostKind::Wait;
  default:
    return runsTasksInWaits(kind) ? CostKind::TaskWait : CostKind::Barrier;
  }
}

std::optional<CostKind> around(NodeKind kind, Spent spent, bool forks) {
  switch (spent) {
  case Spent::Body:
    return aroundBody(kind);
  case Spent::Wait:
    return aroundWait(kind, forks);
  case Spent::Fork:
    return forks ? CostKind::RegionFork : CostKind::RegionStart;
  case Spent::Scheduling:
    return kind == NodeKind::For ? std::optional(CostKind::LoopStart) : std::nullopt;
  case Spent::Creation:
    return CostKind::TaskCreation;
  case Spent::Serial:
    return CostKind::Serial;
  case Spent::Skipped: // the rest of the region's are off
    return CostKind::Work;
  default: // Fetching: the wait's
    return std::nullopt;
  }
}

// ---- unsettled ones ----

bool anyKind(CostKind) { return true; }

std::vector<std::string> unsettledNames(const ProbeCosts &costs, const CostKinds &wanted) {
  std::vector<std::string> found;
  for (size_t i = 0; i < cost_kinds; ++i) {
    if (!wanted(static_cast<CostKind>(i)))
      continue;
    if (!costs.costs[i].dense_settled)
      found.emplace_back(names[i]);
    if (!costs.costs[i].cold_settled)
      found.push_back(std::string(names[i]) + std::string(of_cold));
  }
  return found;
}

// ---- rows ----

constexpr json::Number ticks{0, 1e300};

void costFields(Fields &io, Cost &cost) {
  io.required("low", cost.low, ticks);
  io.required("warm", cost.warm, ticks);
  io.required("cold", cost.cold, ticks);
  io.required("dense", cost.dense, ticks);
  io.optional("cold_most", cost.cold_most, ticks);
  io.closed();
  io.check(cost.low <= cost.warm && cost.low <= cost.cold, "has 'low' above 'warm' or 'cold'");
  io.check(cost.dense == 0 || cost.dense >= cost.warm, "has 'dense' below 'warm'");
  io.check(cost.cold_most == 0 || cost.cold_most >= cost.cold, "has 'cold_most' below 'cold'");
}

void sideFields(Fields &io, ProbeCost &cost) {
  io.required("inside", cost.inside, costFields);
  io.required("outside", cost.outside, costFields);
  io.closed();
}

void kindFields(Fields &io, ProbeCosts &costs) {
  constexpr auto since_the_first = static_cast<size_t>(CostKind::RegionJoin);
  for (size_t i = 0; i < cost_kinds; ++i)
    if (i <= since_the_first)
      io.required(names[i], costs.costs[i], sideFields);
    else
      io.optional(names[i], costs.costs[i], sideFields);
  io.closed();
}

void interruptionFields(Fields &io, ProbeCosts &costs) {
  io.required("share", costs.interrupted, json::Number{0, 1});
  io.required("ticks", costs.interruption, ticks);
  io.closed();
}

/// "barrier", "task (cold)"
void unsettledRow(Fields &io, ProbeCosts &costs) {
  std::vector<std::string> unsettled = unsettledNames(costs, anyKind);
  io.optional("unsettled", unsettled);
  for (std::string_view name : unsettled) {
    bool is_cold = name.ends_with(of_cold);
    if (is_cold)
      name.remove_suffix(of_cold.size());
    CostKind kind = {};
    bool known = costKindFromName(name, kind);
    io.check(known, "has '" + std::string(name) + "', which is not known", "unsettled");
    if (known)
      (is_cold ? costs.of(kind).cold_settled : costs.of(kind).dense_settled) = false;
  }
}

} // namespace

std::string_view costKindName(CostKind kind) { return names[static_cast<size_t>(kind)]; }

bool costKindFromName(std::string_view name, CostKind &kind) {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return false;
  kind = static_cast<CostKind>(found - names.begin());
  return true;
}

std::string unsettledText(const ProbeCosts &costs) { return unsettledText(costs, anyKind); }

std::string unsettledText(const ProbeCosts &costs, const CostKinds &wanted) {
  std::vector<std::string> kinds = unsettledNames(costs, wanted);
  if (kinds.empty())
    return "";
  return "probe costs on " + costs.openmp_runtime + ", p = " + std::to_string(costs.threads) +
         ": did not settle in " + std::to_string(costs.pairs) +
         " pairs of runs: " + joinText(kinds, ", ");
}

double coldness(double seconds) {
  if (seconds <= warm_s)
    return 0;
  return seconds >= cold_s ? 1 : std::log(seconds / warm_s) / std::log(cold_s / warm_s);
}

bool costKindOf(NodeKind kind, Spent spent, bool forks, CostKind &cost) {
  std::optional<CostKind> found = around(kind, spent, forks);
  if (found)
    cost = *found;
  return found.has_value();
}

void probeCostFields(Fields &io, ProbeCosts &costs) {
  io.schema(formats::probe_costs);
  io.required("openmp_runtime", costs.openmp_runtime);
  io.required("threads", costs.threads, json::Whole{1, 99999});
  io.required("ticks_per_second", costs.ticks_per_second, ticks);
  io.check(costs.ticks_per_second > 0, "is no clock's", "ticks_per_second");
  io.required("costs", costs, kindFields);
  io.optional("pairs", costs.pairs, json::Whole{1, 9999});
  io.group("interrupted", costs.interrupted > 0,
           [&] { io.required("interrupted", costs, interruptionFields); });
  io.optional("dispersion", costs.dispersion, json::Number{0, 1e12});
  io.optional("primitives", costs.primitives, ticks);
  unsettledRow(io, costs);
  io.closed();
}

} // namespace tare
