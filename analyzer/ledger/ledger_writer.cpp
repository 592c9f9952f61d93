// SPDX-License-Identifier: Apache-2.0
// Ledger -> JSON.
#include "analyzer/ledger/ledger_json.h"

#include "analyzer/ledger/categories.h"
#include "base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tare {
namespace {

using Json = nlohmann::json;
using Nanoseconds = int64_t;

/// JSON has no infinity; a value that is none is a defect upstream, shown as 0.
double finite(double value) { return std::isfinite(value) ? value : 0; }

Nanoseconds nanoseconds(double seconds) {
  return static_cast<Nanoseconds>(
      std::llround(std::min(std::max(finite(seconds), -9e9), 9e9) * 1e9));
}

double seconds(Nanoseconds value) { return static_cast<double>(value) / 1e9; }

double rounded(double seconds_value) { return seconds(nanoseconds(seconds_value)); }

/// Ratios and rates: six significant digits.
double sixDigits(double value) {
  if (!std::isfinite(value) || value == 0)
    return 0;
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return std::strtod(text, nullptr);
}

void putTime(Json &json, const std::string &stem, const Estimate &estimate) {
  json[stem + "_s"] = rounded(estimate.time_s);
  json[stem + "_low_s"] = rounded(estimate.low_s);
  json[stem + "_high_s"] = rounded(estimate.high_s);
}

Json timesJson(const std::vector<double> &times_s) {
  Json json = Json::array();
  for (double time_s : times_s)
    json.push_back(rounded(time_s));
  return json;
}

Json lineJson(const LedgerLine &line) {
  Json json = {{"category", line.category},
               {"time_s", rounded(line.time.time_s)},
               {"low_s", rounded(line.time.low_s)},
               {"high_s", rounded(line.time.high_s)}};
  if (!line.tuples_s.empty())
    json["tuples_s"] = timesJson(line.tuples_s);
  return json;
}

Json linesJson(const std::vector<LedgerLine> &lines) {
  Json json = Json::array();
  for (const LedgerLine &line : lines)
    json.push_back(lineJson(line));
  return json;
}

Json workJson(const WorkTimes &work) {
  Json json = {{"serial_s", rounded(work.serial_s)},
               {"one_s", rounded(work.one_s)},
               {"many_s", rounded(work.many_s)}};
  if (work.executions_ratio > 0)
    json["executions_ratio"] = sixDigits(work.executions_ratio);
  if (work.not_on_one)
    json["not_on_one_thread"] = true;
  return json;
}

Json lockJson(const LockUse &lock) {
  return {{"held_s", rounded(lock.held_s)},
          {"acquisitions", sixDigits(lock.acquisitions)},
          {"contended", sixDigits(lock.contended)}};
}

Json iterationsJson(const std::vector<IterationBin> &bins) {
  Json json = Json::array();
  for (const IterationBin &bin : bins) {
    json.push_back({{"first", bin.first},
                    {"last", bin.last},
                    {"samples", sixDigits(bin.samples)},
                    {"mean_s", rounded(bin.mean_s)},
                    {"iterations", sixDigits(bin.iterations)}});
    if (rounded(bin.deviation_s) > 0)
      json.back()["deviation_s"] = rounded(bin.deviation_s);
  }
  return json;
}

Json overTimeJson(const std::vector<ImbalanceBin> &bins) {
  Json json = Json::array();
  for (const ImbalanceBin &bin : bins)
    json.push_back({{"start_s", rounded(bin.start_s)},
                    {"end_s", rounded(bin.end_s)},
                    {"instances", sixDigits(bin.instances)},
                    {"wait_s", rounded(bin.wait_s)},
                    {"span_s", rounded(bin.span_s)}});
  return json;
}

/// What a loop has and other constructs have not.
void putLoop(Json &json, const ConstructLines &construct) {
  if (!construct.iterations.empty()) {
    json["iteration_variable"] = construct.iteration_variable;
    json["iterations"] = iterationsJson(construct.iterations);
    if (construct.ranges_differ)
      json["ranges_differ"] = true;
  }
  if (!construct.over_time.empty())
    json["over_time"] = overTimeJson(construct.over_time);
}

/// What a construct may have.
Json withParts(Json json, const ConstructLines &construct) {
  putLoop(json, construct);
  if (construct.lock)
    json["lock"] = lockJson(*construct.lock);
  if (construct.hashes != decltype(construct.hashes){})
    json["hashes"] = {{"exact", hex16(construct.hashes[0])},
                      {"shape", hex16(construct.hashes[1])},
                      {"header", hex16(construct.hashes[2])}};
  if (!construct.function.empty())
    json["function"] = construct.function;
  if (construct.in_serial_code)
    json["in_serial_code"] = true;
  if (!construct.region.empty())
    json["region"] = construct.region;
  if (construct.work)
    json["work"] = workJson(*construct.work);
  if (construct.nested_team > 0)
    json["nested_team"] = sixDigits(construct.nested_team);
  if (rounded(construct.lack_of_tasks_s) > 0)
    json["lack_of_tasks_s"] = rounded(construct.lack_of_tasks_s);
  if (construct.atomics > 0)
    json["atomics"] = sixDigits(construct.atomics);
  if (construct.atomics_called > 0)
    json["atomics_called"] = sixDigits(construct.atomics_called);
  if (!construct.atomics_at.empty()) {
    json["atomics_at"] = construct.atomics_at;
    json["atomics_there"] = sixDigits(construct.atomics_there);
  }
  return json;
}

Json constructJson(const ConstructLines &construct) {
  return withParts({{"id", construct.id},
                    {"kind", construct.kind},
                    {"file", construct.file},
                    {"line", construct.line},
                    {"column", construct.column},
                    {"directive", construct.directive},
                    {"twin", construct.twin},
                    {"instances", sixDigits(construct.instances)},
                    {"overheads", linesJson(construct.overheads)}},
                   construct);
}

/// What this machine does not tell is left out.
Json countsJson(const RunCounts &counts) {
  Json json = Json::object();
  auto put = [&](const char *key, const std::optional<double> &count) {
    if (count)
      json[key] = sixDigits(*count);
  };
  put("faults", counts.faults);
  put("switches", counts.switches);
  put("migrations", counts.migrations);
  put("instructions", counts.instructions);
  put("cycles", counts.cycles);
  put("reference_cycles", counts.reference_cycles);
  return json;
}

/// Keys that are there only where they were measured.
void putPrograms(Json &json, const Table &table) {
  for (auto [key, counts] : {std::pair("serial_counts", &table.serial_counts),
                             std::pair("one_counts", &table.one_counts),
                             std::pair("parallel_counts", &table.parallel_counts),
                             std::pair("instrumented_counts", &table.instrumented_counts)})
    if (Json known = countsJson(*counts); !known.empty())
      json[key] = known;
  if (table.pairing)
    json["pairing"] = {{"paired", table.pairing->paired},
                       {"unpaired", table.pairing->unpaired},
                       {"unpaired_work_s", rounded(table.pairing->unpaired_work_s)},
                       {"probed_ratio", sixDigits(table.pairing->probed_ratio)}};
}

Json placeJson(const CallPlace &place) {
  Json json = {{"function", place.function}};
  if (!place.file.empty())
    json["file"] = place.file;
  if (place.line > 0)
    json["line"] = place.line;
  return json;
}

Json pathJson(const PathLines &path) {
  Json json = {{"calls", Json::array()},
               {"regions", path.regions},
               {"instances", sixDigits(path.instances)},
               {"overheads", linesJson(path.overheads)}};
  putTime(json, "time", path.time);
  for (const CallPlace &place : path.calls)
    json["calls"].push_back(placeJson(place));
  return json;
}

Json adviceJson(const Advice &advice) {
  return {{"category", advice.category},
          {"construct", advice.construct},
          {"rule", advice.rule},
          {"sentence", advice.sentence},
          {"source", advice.source}};
}

/// Whole nanoseconds whose sums close. Half a nanosecond a line, at most, moves into unidentified.
void closeRounding(Table &table) {
  Nanoseconds difference = nanoseconds(table.total_overhead.time_s);
  LedgerLine *unidentified = nullptr;
  for (LedgerLine &line : table.overheads) {
    difference -= nanoseconds(line.time.time_s);
    if (line.category == category::unidentified)
      unidentified = &line;
  }
  if (!unidentified)
    return;
  if (std::abs(difference) <= static_cast<Nanoseconds>(table.overheads.size()))
    unidentified->time.time_s = seconds(nanoseconds(unidentified->time.time_s) + difference);
  UnidentifiedParts &parts = table.unidentified_parts;
  Nanoseconds left = nanoseconds(unidentified->time.time_s) - nanoseconds(parts.unpaired_s) -
                     nanoseconds(parts.opaque_s) - nanoseconds(parts.agreement_s);
  if (std::abs(left) <= static_cast<Nanoseconds>(table.overheads.size()) + 3)
    parts.agreement_s = seconds(nanoseconds(parts.agreement_s) + left);
}

void putSummary(Json &json, const Table &table) {
  json["threads"] = table.threads;
  putTime(json, "serial_time", table.serial_time);
  putTime(json, "parallel_time", table.parallel_time);
  putTime(json, "ideal_time", table.ideal_time);
  putTime(json, "total_overhead", table.total_overhead);
  json["efficiency"] = sixDigits(table.efficiency.time_s);
  json["efficiency_low"] = sixDigits(table.efficiency.low_s);
  json["efficiency_high"] = sixDigits(table.efficiency.high_s);
  json["tuples_accepted"] = table.tuples_accepted;
  json["tuples_total"] = table.tuples_total;
  json["mean_threads_in_regions"] = sixDigits(table.mean_threads_in_regions);
  json["serial_fraction"] = sixDigits(table.serial_fraction);
  if (table.speedup_limit > 0)
    json["speedup_limit"] = sixDigits(table.speedup_limit);
  json["cut_off"] = table.cut_off;
  if (table.foreign_regions > 0)
    json["foreign_regions"] = sixDigits(table.foreign_regions);
  if (table.other_threads_s > 0)
    json["other_threads_s"] = sixDigits(table.other_threads_s);
  if (table.asleep_s > 0)
    json["asleep_s"] = rounded(table.asleep_s);
  json["notes"] = table.notes;
  if (!table.tuples.empty())
    json["tuples"] = {{"numbers", table.tuples},
                      {"parallel_s", timesJson(table.parallel_tuples_s)},
                      {"serial_s", timesJson(table.serial_tuples_s)}};
}

Json budgetJson(const Budget &budget) {
  Json json = {{"asked", sixDigits(budget.asked)},
               {"left_out_instances", sixDigits(budget.left_out_instances)},
               {"instances", sixDigits(budget.instances)},
               {"left_out_share", sixDigits(budget.left_out_share)},
               {"constructs", Json::array()}};
  for (const Budget::Construct &construct : budget.constructs) {
    Json one = {{"id", construct.id}, {"reason", construct.reason}};
    if (construct.predicted_share)
      one["predicted_share"] = sixDigits(*construct.predicted_share);
    json["constructs"].push_back(one);
  }
  if (budget.told_by_pilot_s > 0)
    json["told_by_pilot_s"] = rounded(budget.told_by_pilot_s);
  return json;
}

Json ownCostJson(const OwnCost &own) {
  Json json = {{"measured_s", rounded(own.measured_s)},
               {"measured_low_s", rounded(own.measured_low_s)},
               {"measured_high_s", rounded(own.measured_high_s)},
               {"removed_s", rounded(own.removed_s)},
               {"set_up_s", rounded(own.set_up_s)},
               {"unfounded_s", rounded(own.unfounded_s)},
               {"observed_low_s", rounded(own.observed_low_s)},
               {"observed_direct_s", rounded(own.observed_direct_s)},
               {"observed_high_s", rounded(own.observed_high_s)},
               {"approximated", own.approximated}};
  if (own.budget)
    json["budget"] = budgetJson(*own.budget);
  if (own.predicted_s)
    json["predicted_s"] = rounded(*own.predicted_s);
  if (own.rewriting) {
    json["rewriting_s"] = rounded(own.rewriting->time_s);
    json["rewriting_low_s"] = rounded(own.rewriting->low_s);
    json["rewriting_high_s"] = rounded(own.rewriting->high_s);
  }
  return json;
}

Json tableJson(Table table) {
  closeRounding(table);
  Json json;
  putSummary(json, table);
  json["overheads"] = linesJson(table.overheads);
  json["own_cost"] = ownCostJson(table.own_cost);
  json["unidentified_parts"] = {{"agreement_s", rounded(table.unidentified_parts.agreement_s)},
                                {"unpaired_s", rounded(table.unidentified_parts.unpaired_s)},
                                {"opaque_s", rounded(table.unidentified_parts.opaque_s)}};
  putPrograms(json, table);
  json["constructs"] = Json::array();
  for (const ConstructLines &construct : table.constructs)
    json["constructs"].push_back(constructJson(construct));
  for (const PathLines &path : table.paths)
    json["paths"].push_back(pathJson(path));
  for (const Advice &advice : table.advice)
    json["advice"].push_back(adviceJson(advice));
  return json;
}

Json machineJson(const Machine &machine) {
  Json json = {{"host", machine.host},
               {"cpu", machine.cpu},
               {"clock", machine.clock},
               {"cores", machine.cores},
               {"ticks_per_second", sixDigits(machine.ticks_per_second)}};
  if (machine.register_probe_s > 0)
    json["register_probe_s"] = rounded(machine.register_probe_s);
  return json;
}

Json runJson(const RunSummary &run) {
  return {{"role", run.role},         {"threads", run.threads}, {"command", run.command},
          {"compiler", run.compiler}, {"count", run.count},     {"wall_s", rounded(run.wall_s)}};
}

Json leftOutJson(const LeftOutLine &line) {
  Json json = {{"id", line.id},     {"kind", line.kind},           {"file", line.file},
               {"line", line.line}, {"directive", line.directive}, {"reason", line.reason}};
  if (!line.around.empty())
    json["around"] = line.around;
  if (line.serial)
    json["serial"] = true;
  return json;
}

Json coverageJson(const Ledger::Coverage &coverage) {
  Json json = {{"seen", coverage.seen},
               {"measured", coverage.measured},
               {"counted", coverage.counted},
               {"outside", coverage.outside},
               {"left_alone", coverage.left_alone},
               {"reasons", Json(coverage.reasons)},
               {"units_not_measured", coverage.units_not_measured}};
  if (coverage.main_unit)
    json["main_unit"] = *coverage.main_unit;
  for (const LeftOutLine &line : coverage.left_out)
    json["left_out"].push_back(leftOutJson(line));
  for (const LeftAloneRegion &region : coverage.left_alone_regions)
    json["left_alone_regions"].push_back(
        {{"file", region.file}, {"line", region.line}, {"reason", region.reason}});
  for (const UnseenRegions &unseen : coverage.unseen_regions)
    json["unseen_regions"].push_back({{"object", unseen.object}, {"functions", unseen.functions}});
  return json;
}

/// Lists of numbers on one line: the values of the tuples would be most of the text otherwise. No
/// string of JSON holds a line end, so brackets with one behind them are never inside of a string.
std::string joinNumbers(const std::string &text) {
  std::string joined;
  for (size_t at = 0; at < text.size();) {
    size_t open = text.find("[\n", at), close = text.find_first_of("]", open);
    size_t other = text.find_first_not_of("0123456789+-.eE, \n", open + 1);
    if (open == std::string::npos || close == std::string::npos)
      return joined + text.substr(at);
    joined += text.substr(at, open + 1 - at);
    at = open + 1;
    if (other != close)
      continue;
    for (; at < close; ++at)
      if (text[at] != '\n' && !(text[at] == ' ' && joined.back() != ','))
        joined += text[at];
  }
  return joined;
}

} // namespace

std::string writeLedger(const Ledger &ledger) {
  Json json = {{"schema", ledger_schema},       {"program", ledger.program},
               {"reference", ledger.reference}, {"machine", machineJson(ledger.machine)},
               {"warnings", ledger.warnings},   {"coverage", coverageJson(ledger.coverage)}};
  if (!ledger.settings.parameters.empty() || !ledger.settings.environment.empty())
    json["settings"] = {{"environment", ledger.settings.environment},
                        {"parameters", ledger.settings.parameters}};
  if (ledger.idle_s > 0)
    json["idle_s"] = rounded(ledger.idle_s);
  if (!ledger.source_root.empty())
    json["source_root"] = ledger.source_root;
  json["runs"] = Json::array();
  for (const RunSummary &run : ledger.runs)
    json["runs"].push_back(runJson(run));
  json["tables"] = Json::array();
  for (const Table &table : ledger.tables)
    json["tables"].push_back(tableJson(table));
  return joinNumbers(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

} // namespace tare
