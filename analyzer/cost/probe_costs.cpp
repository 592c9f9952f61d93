// SPDX-License-Identifier: Apache-2.0
#include "analyzer/cost/probe_costs.h"

#include "analyzer/profile/profile.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace tare {
namespace {

using Json = nlohmann::json;

constexpr const char *schema_name = "tare.probe_costs/1";
constexpr int most_threads = 99999, most_pairs = 9999;
constexpr double most_dispersion = 1e12;        // ticks
constexpr std::string_view of_cold = " (cold)"; // behind the name of a kind

constexpr std::array<std::string_view, cost_kinds> names = {
    "work",          "barrier",     "lock_wait",    "lock_held",   "wait",       "task_wait",
    "task_creation", "task",        "serial",       "too_short",   "iteration",  "loop_start",
    "count",         "region_fork", "region_start", "region_body", "region_join"};

constexpr double warm_s = 1e-6, cold_s = 1e-4;

// ---- which probes stand around a slot ----

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

/// The slot is FORK and SERIAL in one: of anything but a region and a taskloop it holds serial
/// code.
std::optional<CostKind> aroundFork(NodeKind kind, bool forks) {
  if (kind == NodeKind::Parallel)
    return forks ? CostKind::RegionFork : CostKind::RegionStart;
  return kind == NodeKind::Taskloop ? CostKind::TaskCreation : CostKind::Serial;
}

std::optional<CostKind> around(NodeKind kind, uint16_t slot, bool forks) {
  switch (slot) {
  case TARE_SLOT_BODY:
    return aroundBody(kind);
  case TARE_SLOT_WAIT:
    return aroundWait(kind, forks);
  case TARE_SLOT_FORK:
    return aroundFork(kind, forks);
  case TARE_SLOT_SCHED: // what a wait spends in fetching has no probes of its own
    if (kind == NodeKind::For)
      return CostKind::LoopStart;
    if (kind == NodeKind::Parallel) // ASLEEP: a pair of probes, and the rest of the region's is off
      return CostKind::Work;
    return kind == NodeKind::Task ? std::optional(CostKind::TaskCreation) : std::nullopt;
  default:
    return std::nullopt;
  }
}

// ---- JSON ----

/// Thrown inside this file only: the first thing that is wrong.
struct Wrong {
  std::string what;
};

Json costJson(const Cost &cost) {
  return {{"low", cost.low}, {"warm", cost.warm}, {"cold", cost.cold}, {"dense", cost.dense}};
}

/// An object with exactly these keys, and perhaps some of `more`.
void checkKeys(const Json &object, const std::string &where,
               const std::vector<std::string_view> &keys,
               const std::vector<std::string_view> &more = {}) {
  if (!object.is_object())
    throw Wrong{where + " is no object"};
  for (std::string_view key : keys)
    if (!object.contains(key))
      throw Wrong{where + " lacks '" + std::string(key) + "'"};
  for (const auto &[key, value] : object.items())
    if (std::ranges::find(keys, key) == keys.end() && std::ranges::find(more, key) == more.end())
      throw Wrong{where + " has '" + key + "', which is not known"};
}

double numberAt(const Json &object, const std::string &where, const char *key) {
  const Json &value = object.at(key);
  if (!value.is_number() || !std::isfinite(value.get<double>()))
    throw Wrong{"'" + std::string(key) + "' of " + where + " is no number"};
  return value.get<double>();
}

Cost costFrom(const Json &object, const std::string &where) {
  checkKeys(object, where, {"low", "warm", "cold", "dense"});
  Cost cost{numberAt(object, where, "low"), numberAt(object, where, "warm"),
            numberAt(object, where, "cold"), numberAt(object, where, "dense")};
  if (cost.low < 0)
    throw Wrong{where + " is negative"};
  if (cost.low > cost.warm || cost.low > cost.cold)
    throw Wrong{"'low' of " + where + " is above 'warm' or 'cold'"};
  if (cost.dense < 0 || (cost.dense > 0 && cost.dense < cost.warm))
    throw Wrong{"'dense' of " + where + " is below 'warm'"};
  return cost;
}

int countFrom(const Json &object, const std::string &key, int most) {
  const Json &value = object.at(key);
  if (!value.is_number_integer() || value < 1 || value > most)
    throw Wrong{"'" + key + "' is no number of " + key};
  return value.get<int>();
}

/// "barrier", "task (cold)"
void readUnsettled(const Json &name, ProbeCosts &read) {
  if (!name.is_string())
    throw Wrong{"'unsettled' is no list of names"};
  std::string text = name.get<std::string>();
  bool is_cold = text.ends_with(of_cold);
  if (is_cold)
    text.resize(text.size() - of_cold.size());
  CostKind kind;
  if (!costKindFromName(text, kind))
    throw Wrong{"'unsettled' has '" + text + "', which is not known"};
  (is_cold ? read.of(kind).cold_settled : read.of(kind).dense_settled) = false;
}

void readCosts(const Json &object, ProbeCosts &read) {
  checkKeys(object, "'costs'", {names.begin(), names.end()});
  for (size_t i = 0; i < cost_kinds; ++i) {
    const std::string name(names[i]);
    const Json &cost = object.at(name);
    checkKeys(cost, "'" + name + "'", {"inside", "outside"});
    read.costs[i] = {costFrom(cost.at("inside"), "'inside' of '" + name + "'"),
                     costFrom(cost.at("outside"), "'outside' of '" + name + "'")};
  }
}

void readInterrupted(const Json &object, ProbeCosts &read) {
  checkKeys(object, "'interrupted'", {"share", "ticks"});
  read.interrupted = numberAt(object, "'interrupted'", "share");
  read.interruption = numberAt(object, "'interrupted'", "ticks");
  if (read.interrupted < 0 || read.interrupted > 1 || read.interruption < 0)
    throw Wrong{"nothing is interrupted like that"};
}

void readPrimitives(const Json &object, ProbeCosts &read) {
  if (!object.is_object())
    throw Wrong{"'primitives' is no object"};
  for (const auto &[name, value] : object.items()) {
    double ticks = numberAt(object, "'primitives'", name.c_str());
    if (ticks < 0)
      throw Wrong{"'" + name + "' of 'primitives' is negative"};
    read.primitives[name] = ticks;
  }
}

ProbeCosts read(const Json &json) {
  checkKeys(json, "it", {"schema", "openmp_runtime", "threads", "ticks_per_second", "costs"},
            {"pairs", "unsettled", "primitives", "interrupted", "dispersion"});
  if (json.at("schema") != schema_name)
    throw Wrong{std::string("its schema is not ") + schema_name};
  ProbeCosts read;
  if (!json.at("openmp_runtime").is_string())
    throw Wrong{"'openmp_runtime' is no text"};
  read.openmp_runtime = json.at("openmp_runtime").get<std::string>();
  read.threads = countFrom(json, "threads", most_threads);
  read.ticks_per_second = numberAt(json, "it", "ticks_per_second");
  if (read.ticks_per_second <= 0)
    throw Wrong{"no clock ticks like that"};
  readCosts(json.at("costs"), read);
  if (json.contains("pairs"))
    read.pairs = countFrom(json, "pairs", most_pairs);
  if (json.contains("interrupted"))
    readInterrupted(json.at("interrupted"), read);
  if (json.contains("dispersion"))
    read.dispersion = numberAt(json, "it", "dispersion");
  if (read.dispersion < 0 || read.dispersion > most_dispersion)
    throw Wrong{"nothing is dispersed like that"};
  readPrimitives(json.value("primitives", Json::object()), read);
  for (const Json &name : json.value("unsettled", Json::array()))
    readUnsettled(name, read);
  return read;
}

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

bool costKindOf(NodeKind kind, uint16_t slot, bool forks, CostKind &cost) {
  std::optional<CostKind> found = around(kind, slot, forks);
  if (found)
    cost = *found;
  return found.has_value();
}

std::string probeCostsJson(const ProbeCosts &costs) {
  Json kinds = Json::object();
  for (size_t i = 0; i < cost_kinds; ++i)
    kinds[std::string(names[i])] = {{"inside", costJson(costs.costs[i].inside)},
                                    {"outside", costJson(costs.costs[i].outside)}};
  Json json = {{"schema", schema_name},
               {"openmp_runtime", costs.openmp_runtime},
               {"threads", costs.threads},
               {"ticks_per_second", costs.ticks_per_second},
               {"costs", kinds}};
  if (costs.pairs)
    json["pairs"] = costs.pairs;
  if (costs.interrupted > 0)
    json["interrupted"] = {{"share", costs.interrupted}, {"ticks", costs.interruption}};
  if (costs.dispersion > 0)
    json["dispersion"] = costs.dispersion;
  if (!costs.primitives.empty())
    json["primitives"] = costs.primitives;
  if (std::vector<std::string> unsettled = unsettledNames(costs, anyKind); !unsettled.empty())
    json["unsettled"] = unsettled;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ProbeCosts> readProbeCosts(const std::string &text) {
  try {
    return read(Json::parse(text));
  } catch (const Wrong &wrong) {
    return Error{"these are no probe costs: " + wrong.what};
  } catch (const Json::exception &) {
    return Error{"these are no probe costs: they are no JSON"};
  }
}

} // namespace tare
