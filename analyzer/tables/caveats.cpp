// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/caveats.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/slowed_code.h"
#include "analyzer/overheads/overhead.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

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

std::string bandText(const Estimate &time, double parallel_s) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f to %.1f %% of T_p", 100 * time.low_s / parallel_s,
                100 * time.high_s / parallel_s);
  return text;
}

std::string labelOf(std::string_view category) {
  for (const CategoryInfo &info : allCategories())
    if (info.name == category)
      return std::string(info.label);
  return std::string(category);
}

const Overhead *overheadOf(std::string_view category) {
  auto found = std::ranges::find(allOverheads(), category, &Overhead::category);
  return found == allOverheads().end() ? nullptr : *found;
}

bool makesTasks(const LeftOutLine &line) { return line.kind == "task" || line.kind == "taskloop"; }

/// Which of them, by kind: "2 critical, 1 for".
template <class Wanted>
std::string countsOf(const std::vector<LeftOutLine> &left_out, Wanted wanted) {
  std::map<std::string, int> counts;
  for (const LeftOutLine &line : left_out)
    if (wanted(line))
      counts[line.kind] += 1;
  std::string text;
  for (const auto &[kind, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
  return text;
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

std::string wideText(const LedgerLine &line, const Table &table, const Table *alone,
                     bool tells_run_queue) {
  std::string text = "the band of '" + labelOf(line.category) + "' is wide, " +
                     bandText(line.time, table.parallel_time.time_s);
  if (!canBeWrong(line, table, tells_run_queue))
    return text;
  if (line.category == category::instruction_level && !probesMatter(table, alone))
    return text + ", because the runs of the serial program and on one thread differ from each "
                  "other: more of them (--repeat) make it narrower";
  return text + "; this line is wrong when " + std::string(overheadOf(line.category)->wrong_when);
}

/// The lines that rest on work on one thread.
std::string linesOfWork() {
  return "'" + labelOf(category::instruction_level) + "', '" +
         labelOf(category::additional_computation) + "' and '" + labelOf(category::work_rate) + "'";
}

/// The work on one thread is that of code which the plain program does not have.
std::string slowedText(const Table &slowed, const Table &table) {
  const OwnCost &own = slowed.own_cost;
  double percent = 100 / slowed.parallel_time.time_s;
  char text[160];
  std::snprintf(text, sizeof text,
                "the instrumented program took %.1f %% of T_p longer than the plain one, and its "
                "probes take at most %.1f %%",
                own.measured_s * percent, mostOfProbes(own) * percent);
  std::string where = slowed.threads == table.threads ? "" : "on one thread ";
  return where + text +
         ": its code is slower, by what the compiler makes of it or by where it lies, so " +
         linesOfWork() + ", which rest on its work on one thread, are void";
}

std::string spedUpText(const Table &table) {
  char text[120];
  std::snprintf(text, sizeof text,
                "the instrumented program took %.1f %% of T_p less than the plain one",
                -100 * table.own_cost.measured_s / table.parallel_time.time_s);
  return std::string(text) +
         ": its code is faster, by what the compiler makes of it or by where it lies, so " +
         linesOfWork() + " are too small by about as much, and '" +
         labelOf(category::unidentified) + "' is too large";
}

/// On one thread both programs do the same: what is left is in the lines that compare that work.
std::string longerAloneText(const Table &table) {
  constexpr double worth_telling = 0.02;
  const Estimate *rest = estimateOf(table, category::unidentified);
  double whole = table.parallel_time.time_s;
  if (table.threads != 1 || !rest || rest->high_s >= 0 || -rest->time_s < worth_telling * whole)
    return "";
  double work = 0;
  for (std::string_view line : {category::instruction_level, category::additional_computation})
    if (const Estimate *estimate = estimateOf(table, line))
      work = std::max(work, estimate->time_s);
  if (work < worth_telling * whole)
    return "";
  return "the instrumented program took " + tenthPercent(-rest->time_s / whole) +
         " of T_1 longer than the plain one beyond what its probes take: " + linesOfWork() +
         " may be too large by as much, at every number of threads";
}

std::string otherThreadsText(const Table &table) {
  return "threads that took part in no measured region (of the program's own, or of a library) "
         "had " +
         timeText(table.other_threads_s) +
         " of CPU time; the books do not cover them: what of it ran while the initial thread was "
         "outside of regions counts as serial code, how much is not known, and no limit of the "
         "speed-up is stated";
}

/// What the reference lost itself is in the line, and at none of its places.
std::string placesText(const Table &table) {
  constexpr double of_line = 0.25, of_time = 0.02;
  double line = timeOf(table, category::off_cpu);
  double places = timeAtConstructs(table, category::off_cpu);
  double whole = table.parallel_time.time_s, less = places - line;
  if (places < of_time * whole || less < of_time * whole || less < of_line * std::abs(line))
    return "";
  char shares[80];
  std::snprintf(shares, sizeof shares, "%.1f %% of T_p, which is more than the line's %.1f %%",
                100 * places / whole, 100 * line / whole);
  return "the places of '" + labelOf(category::off_cpu) +
         "' are those of the parallel run and have " + shares +
         ": the line is smaller because the reference run also waited for a core (" +
         timeText(less * table.threads) + "); that part has no place";
}

std::string asleepText(const Table &table) {
  constexpr double of_time = 0.05;
  if (table.threads < 2 || table.asleep_s < of_time * table.parallel_time.time_s)
    return "";
  std::string share = tenthPercent(table.asleep_s / table.parallel_time.time_s);
  return "in at least " + share +
         " of T_p threads slept in what counts as work, as the CPU time of the process tells: no "
         "probe sees "
         "waits for locks that are not OpenMP's (std::mutex, pthread_mutex_t), nor for input and "
         "output; they are in what work rate, replicated work and additional computation are made "
         "of";
}

/// A loop of which less is left on several threads than on one, among those with a good part of
/// T_s.
std::string fewerText(const Table &table) {
  constexpr double clearly = 0.9, of_serial = 0.25;
  if (table.cut_off)
    return "";
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
    return "";
  return "with " + std::to_string(table.threads) + " threads " + most->file + ":" +
         std::to_string(most->line) + " did " + ratioText(most->work->executions_ratio) +
         " times as many iterations as on one: what the program computes depends on the number of "
         "threads (a race, or an end that comes earlier), so net work compares unlike work; see "
         "whether its results agree (--check)";
}

/// Probes, and the runtime's own memory, can change what the program's allocator does.
std::string faultsText(const Table &table) {
  constexpr double of_time = 0.01;
  const std::optional<double> &plain = table.parallel_counts.faults,
                              &instrumented = table.instrumented_counts.faults;
  if (!plain || !instrumented)
    return "";
  double time = timeOfFaults(*instrumented - *plain, table.threads);
  if (std::abs(time) < of_time * table.parallel_time.time_s)
    return "";
  std::string share = tenthPercent(std::abs(time) / table.parallel_time.time_s);
  return "the instrumented program had " + countText(*instrumented) +
         " page faults, the plain one " + countText(*plain) + ": its times have at least " + share +
         " of T_p " + (time > 0 ? "more" : "less") +
         " by them than the program's own, so memory is taken and given back otherwise; weigh it "
         "again with MALLOC_TOP_PAD_=67108864 in the environment, and see whether they agree";
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

std::vector<std::string> caveatsOf(const std::vector<LeftOutLine> &left_out, bool is_told) {
  const std::string head = "left out by the plan: ";
  std::vector<std::string> caveats;
  auto add = [&](const std::string &which, const std::string &meaning) {
    if (!which.empty())
      caveats.push_back(head + which + "; " + meaning);
  };
  if (is_told) {
    add(countsOf(left_out, [](auto &l) { return !l.serial; }),
        "what these wait and manage is that of pilot runs; what they compute is part of what is "
        "around "
        "them or calls them");
    return caveats;
  }
  add(countsOf(left_out, makesTasks),
      "such tasks run in the waits of their regions, so what these regions and their waits take "
      "more than on one thread is unidentified");
  auto inside = [](auto &l) { return !makesTasks(l) && !l.serial && !l.around.empty(); };
  add(countsOf(left_out, inside),
      "the time of these, waits for locks and at barriers included, is part of the constructs "
      "around them, and what is more of that than on one thread is unidentified");
  auto alone = [](auto &l) { return !makesTasks(l) && !l.serial && l.around.empty(); };
  add(countsOf(left_out, alone),
      "nothing around these is measured in their own function, so their time, waits included, is "
      "in constructs that call it and looks like work there (work rate, replicated work, load "
      "imbalance)");
  return caveats;
}

std::vector<std::string> caveatsOf(const Table &table, const Table *alone, bool tells_run_queue) {
  double parallel_s = table.parallel_time.time_s;
  std::vector<const LedgerLine *> wide;
  for (const LedgerLine &line : table.overheads)
    if (parallel_s > 0 && isWide(line, parallel_s) && overheadOf(line.category))
      wide.push_back(&line);
  std::ranges::stable_sort(wide, std::greater(), atMost);
  if (wide.size() > most_caveats)
    wide.erase(wide.begin() + most_caveats, wide.end());
  std::vector<std::string> caveats;
  if (const Table *slowed = slowedIn(table, alone))
    caveats.push_back(slowedText(*slowed, table));
  else if (isSpedUpCode(table))
    caveats.push_back(spedUpText(table));
  if (table.other_threads_s > 0 && table.foreign_regions == 0) // of regions it is said already
    caveats.push_back(otherThreadsText(table));
  for (auto textOf : {placesText, fewerText, asleepText, faultsText})
    if (std::string text = parallel_s > 0 ? textOf(table) : ""; !text.empty())
      caveats.push_back(text);
  if (std::string text = parallel_s > 0 ? longerAloneText(table) : "";
      !text.empty() && !slowedIn(table, alone))
    caveats.push_back(text);
  for (const LedgerLine *line : wide)
    caveats.push_back(wideText(*line, table, alone, tells_run_queue));
  return caveats;
}

} // namespace tare
