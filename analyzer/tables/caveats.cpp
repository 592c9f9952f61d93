// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/caveats.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/slowed_code.h"
#include "analyzer/overheads/overhead.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace tare {

namespace {

constexpr double wide_of_line = 0.25, wide_of_time = 0.02;
constexpr size_t most_caveats = 2;

bool isWide(const LedgerLine &line, double parallel_s) {
  double half = (line.time.high_s - line.time.low_s) / 2;
  return half > 0 && half >= wide_of_time * parallel_s &&
         half >= wide_of_line * std::abs(line.time.time_s);
}

double atMost(const LedgerLine *line) {
  return std::max(std::abs(line->time.low_s), std::abs(line->time.high_s));
}

const Overhead *overheadOf(std::string_view category) {
  auto found = std::ranges::find(allOverheads(), category, &Overhead::category);
  return found == allOverheads().end() ? nullptr : *found;
}

bool makesTasks(const UnprobedConstruct &line) {
  return line.kind == "task" || line.kind == "taskloop";
}

/// How many of the `wanted` ones there are, by kind. Nothing: none.
template <class Wanted>
std::optional<Note> unprobedNote(const std::string &rule,
                                 const std::vector<UnprobedConstruct> &unprobed, Wanted wanted) {
  std::map<std::string, int> counts;
  for (const UnprobedConstruct &line : unprobed)
    if (wanted(line))
      counts[line.kind] += 1;
  if (counts.empty())
    return std::nullopt;
  Note note{rule};
  for (const auto &[kind, count] : counts) {
    note.figures.emplace_back("kind", kind);
    note.figures.emplace_back("count", count);
  }
  return note;
}

/// Whether the table has what the overhead's wrong_when speaks of, as far as directives and the
/// system tell.
bool canBeWrong(const LedgerLine &line, const Table &table, bool tells_run_queue) {
  if (line.category == category::off_cpu)
    return !tells_run_queue;
  if (line.category != category::fork_join)
    return true;
  return std::ranges::any_of(table.constructs, [&](const ConstructLines &construct) {
    return hasClause(construct.clauses, "reduction") &&
           std::ranges::find(construct.overheads, line.category, &LedgerLine::category) !=
               construct.overheads.end();
  });
}

/// Whether probes take so much, a fiftieth of the time, that the work on one thread may hold it.
bool probesMatter(const Table &table, const Table *alone) {
  constexpr double least_share = 0.02;
  for (const Table *each : {&table, alone})
    if (each && mostOfProbes(each->own_cost) >= least_share * each->parallel_time.time_s)
      return true;
  return false;
}

Note wideBand(const LedgerLine &line, const Table &table, const Table *alone,
              bool tells_run_queue) {
  double parallel_s = table.parallel_time.time_s;
  Note note{
      .rule = "wide-band",
      .category = line.category,
      .figures = {{"low", line.time.low_s / parallel_s}, {"high", line.time.high_s / parallel_s}}};
  if (!canBeWrong(line, table, tells_run_queue))
    return note;
  if (line.category == category::instruction_level && !probesMatter(table, alone))
    note.figures.emplace_back("runs_differ", true);
  else
    note.figures.emplace_back("wrong_when", std::string(overheadOf(line.category)->wrong_when));
  return note;
}

/// The compiler made slower code around the probes, so work on one thread is not the program's.
Note slowedCode(const Table &slowed, const Table &table) {
  double whole = slowed.parallel_time.time_s;
  return {.rule = "slowed-code",
          .figures = {{"longer", slowed.own_cost.measured_s / whole},
                      {"probes", mostOfProbes(slowed.own_cost) / whole},
                      {"one", slowed.threads != table.threads}}};
}

Note spedUpCode(const Table &table) {
  return {.rule = "sped-up-code",
          .figures = {{"less", -table.own_cost.measured_s / table.parallel_time.time_s}}};
}

/// On one thread both programs do the same: what is left is in the lines that compare that work.
std::optional<Note> longerAlone(const Table &table) {
  constexpr double worth_telling = 0.02;
  const Estimate *rest = estimateOf(table, category::unidentified);
  double whole = table.parallel_time.time_s;
  if (table.threads != 1 || !rest || rest->high_s >= 0 || -rest->time_s < worth_telling * whole)
    return std::nullopt;
  double work = 0;
  for (std::string_view line : {category::instruction_level, category::additional_computation})
    if (const Estimate *estimate = estimateOf(table, line))
      work = std::max(work, estimate->time_s);
  if (work < worth_telling * whole)
    return std::nullopt;
  return Note{.rule = "longer-alone",
              .category = std::string(category::unidentified),
              .figures = {{"longer", -rest->time_s / whole}}};
}

/// The reference run waited for a core too. The line has that, its places do not.
std::optional<Note> referenceOffCpu(const Table &table) {
  constexpr double of_line = 0.25, of_time = 0.02;
  double line = timeOf(table, category::off_cpu);
  double places = timeAtConstructs(table, category::off_cpu);
  double whole = table.parallel_time.time_s, less = places - line;
  if (places < of_time * whole || less < of_time * whole || less < of_line * std::abs(line))
    return std::nullopt;
  return Note{.rule = "reference-off-cpu",
              .category = std::string(category::off_cpu),
              .figures = {{"places", places / whole},
                          {"line", line / whole},
                          {"reference", less * table.threads}}};
}

std::optional<Note> asleep(const Table &table) {
  constexpr double of_time = 0.05;
  double whole = table.parallel_time.time_s;
  if (table.threads < 2 || table.asleep_s < of_time * whole)
    return std::nullopt;
  return Note{.rule = "asleep", .figures = {{"share", table.asleep_s / whole}}};
}

/// A loop with fewer iterations on several threads than on one. Of several such loops with a good
/// part of T_s, the one with the most.
std::optional<Note> fewerIterations(const Table &table) {
  constexpr double clearly = 0.9, of_serial = 0.25;
  if (table.cut_off)
    return std::nullopt;
  const ConstructLines *most = nullptr;
  for (const ConstructLines &construct : table.constructs) {
    bool is_fewer = construct.kind == "for" && construct.work &&
                    construct.work->executions_ratio > 0 &&
                    construct.work->executions_ratio < clearly &&
                    construct.work->one_s > of_serial * table.serial_time.time_s;
    if (is_fewer && (!most || construct.work->one_s > most->work->one_s))
      most = &construct;
  }
  if (!most)
    return std::nullopt;
  Note note{.rule = "fewer-iterations",
            .construct = most->id,
            .figures = {{"threads", table.threads},
                        {"place", most->file + ":" + std::to_string(most->line)},
                        {"ratio", most->work->executions_ratio}}};
  if (table.ranks > 0)
    note.figures.emplace_back("size", sizeText(sizeOf(table)));
  return note;
}

/// Probes, and the runtime's own memory, can change what the program's allocator does.
std::optional<Note> pageFaults(const Table &table) {
  constexpr double of_time = 0.01;
  const std::optional<double> &plain = table.parallel_counts.faults,
                              &instrumented = table.instrumented_counts.faults;
  if (!plain || !instrumented)
    return std::nullopt;
  double whole = table.parallel_time.time_s;
  double time = timeOfFaults(*instrumented - *plain, table.threads);
  if (std::abs(time) < of_time * whole)
    return std::nullopt;
  return Note{.rule = "page-faults",
              .figures = {{"instrumented", *instrumented},
                          {"plain", *plain},
                          {"share", std::abs(time) / whole},
                          {"more", time > 0}}};
}

/// Those whose band is wide, the one that may be largest first.
std::vector<const LedgerLine *> widestLines(const Table &table) {
  std::vector<const LedgerLine *> wide;
  for (const LedgerLine &line : table.overheads)
    if (isWide(line, table.parallel_time.time_s) && overheadOf(line.category))
      wide.push_back(&line);
  std::ranges::stable_sort(wide, std::greater(), atMost);
  wide.resize(std::min(wide.size(), most_caveats));
  return wide;
}

} // namespace

bool mayBeTheirs(double other_cpu_s, double serial_s, double parallel_s) {
  constexpr double of_serial = 0.1, of_parallel = 0.05;
  return other_cpu_s > of_serial * serial_s &&
         std::min(other_cpu_s, serial_s) > of_parallel * parallel_s;
}

bool isToldByPilot(const Table &table) {
  return table.own_cost.budget && table.own_cost.budget->told_by_pilot_s > 0;
}

std::vector<Note> caveatsOf(const std::vector<UnprobedConstruct> &unprobed, bool is_told) {
  std::vector<Note> caveats;
  auto add = [&](const std::string &rule, auto wanted) {
    append(caveats, unprobedNote(rule, unprobed, wanted));
  };
  if (is_told) {
    add("unprobed-told", [](auto &l) { return !l.serial; });
    return caveats;
  }
  add("unprobed-tasks", makesTasks);
  add("unprobed-inside", [](auto &l) { return !makesTasks(l) && !l.serial && !l.around.empty(); });
  add("unprobed-alone", [](auto &l) { return !makesTasks(l) && !l.serial && l.around.empty(); });
  return caveats;
}

std::vector<Note> caveatsOf(const Table &table, const Table *alone, bool tells_run_queue) {
  std::vector<Note> caveats;
  const Table *slowed = slowedIn(table, alone);
  if (slowed)
    caveats.push_back(slowedCode(*slowed, table));
  else if (isSpedUpCode(table))
    caveats.push_back(spedUpCode(table));
  if (table.other_threads_s > 0 && table.foreign_regions == 0) // of regions it is said already
    caveats.push_back({.rule = "other-threads", .figures = {{"cpu", table.other_threads_s}}});
  if (table.parallel_time.time_s <= 0)
    return caveats;
  for (auto noteOf : {referenceOffCpu, fewerIterations, asleep, pageFaults})
    append(caveats, noteOf(table));
  if (!slowed)
    append(caveats, longerAlone(table));
  for (const LedgerLine *line : widestLines(table))
    caveats.push_back(wideBand(*line, table, alone, tells_run_queue));
  return caveats;
}

} // namespace tare
