// SPDX-License-Identifier: Apache-2.0
// Waiting for others: imbalance, too little parallelism, work that is repeated.
#include "analyzer/advice/rule.h"
#include "analyzer/advice/unseen.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

using Kind = IterationShape::Kind;

constexpr std::string_view ovaltine = "Bane and Riley, Overheads Profiler, section Results";
constexpr std::string_view amdahl = "Bane and Riley, Overheads Profiler, equation 2 (Amdahl)";
constexpr std::string_view schedule_clause = "OpenMP 5.2, schedule clause";

/// Of the iterations, that hold half of the time: of 0.5 none is heavier than another.
constexpr double clearly_heavy = 0.4;

bool isLoop(const Situation &s) { return isKind(s, "for"); }

bool isDynamic(const Situation &s) {
  return hasClause(s, "schedule(dynamic") || hasClause(s, "schedule(guided");
}

std::string halfText(const Situation &s) {
  std::string text = percentOf(s.shape->half_share, 1) + " of the iterations";
  if (s.shape->together)
    text += " (" + std::to_string(s.shape->first) + " to " + std::to_string(s.shape->last) + ")";
  return text + " hold half of its time";
}

/// Whether most of the imbalance falls into the first fifth of the construct's own time.
bool atTheStart(const Situation &s) {
  if (!s.construct || s.construct->over_time.size() < 5)
    return false;
  double wait = 0, span = 0, early_wait = 0;
  for (const ImbalanceBin &bin : s.construct->over_time)
    wait += bin.wait_s, span += bin.span_s;
  double passed = 0;
  for (const ImbalanceBin &bin : s.construct->over_time) {
    if (passed + bin.span_s / 2 > span / 5)
      break;
    passed += bin.span_s;
    early_wait += bin.wait_s;
  }
  return wait > 0 && early_wait > 0.6 * wait;
}

/// A chunk that keeps a thread busy for 50 us: hundreds of times what fetching it costs.
std::string chunkText(const Situation &s) {
  double chunk = s.shape && s.shape->mean_s > 0 ? std::ceil(50e-6 / s.shape->mean_s) : 0;
  return chunk >= 1 && chunk < 1e6 ? std::to_string(static_cast<int>(chunk)) : "chunk";
}

/// What it executes itself is less than half of what the others wait for.
bool doesLittleItself(const Situation &s) {
  return s.construct && s.construct->work && s.construct->work->many_s < 0.5 * s.line.time.time_s;
}

/// A loop of region code, outside of worksharing constructs, that more threads than one execute:
/// it is met by each of them, where those that share out work are met by a team. Where its region
/// is not known, nothing tells.
bool isExecutedByEach(const Situation &s) {
  if (!isKind(s, "loop") || s.construct->in_serial_code)
    return false;
  const ConstructLines *region = regionOf(s);
  return region && region->instances > 0 && s.construct->instances >= 1.5 * region->instances;
}

std::vector<Rule> imbalanceRules() {
  constexpr std::string_view line = category::load_imbalance;
  return {
      busyMachineRule("busy-imbalance", line),
      {"imbalance-at-start", line, "per-instance imbalance of this run", atTheStart,
       [](const Situation &) -> std::string {
         return "most of it falls into the first executions, as with memory that is touched for "
                "the first time: initialise the data in a parallel loop with the same schedule.";
       }},
      {"schedule-triangular", line, ovaltine,
       [](const Situation &s) {
         return isLoop(s) && !isDynamic(s) && !hasClause(s, "schedule(static, 1)") &&
                !hasClause(s, "schedule(static,1)") &&
                (hasShape(s, Kind::Rising) || hasShape(s, Kind::Falling));
       },
       [](const Situation &s) {
         return std::string(s.shape->kind == Kind::Rising ? "later" : "earlier") +
                " iterations cost more, " + halfText(s) +
                ": schedule(static, 1) deals them out in turn and evens that out.";
       }},
      {"schedule-heavy-iterations", line, schedule_clause,
       [](const Situation &s) {
         return isLoop(s) && !isDynamic(s) && s.shape && s.shape->kind != Kind::Even &&
                s.shape->half_share <= clearly_heavy;
       },
       [](const Situation &s) {
         return halfText(s) + ": schedule(dynamic, " + chunkText(s) +
                ") lets a thread that is done fetch the next.";
       }},
      {"schedule-last-chunks", line, schedule_clause,
       [](const Situation &s) { return isLoop(s) && isDynamic(s); },
       [](const Situation &) -> std::string {
         return "with this schedule only the last chunks can be uneven: make chunks smaller, or "
                "let the heaviest iterations come first.";
       }},
      {"imbalance-not-schedule", line, "sampled iterations of this run",
       [](const Situation &s) { return isLoop(s) && hasShape(s, Kind::Even); },
       [](const Situation &) -> std::string {
         return "the iterations cost about the same, so no schedule is to blame: either they do "
                "not divide by p, or threads differ in speed (memory of another node, a core that "
                "is shared).";
       }},
      {"schedule-try", line, schedule_clause, isLoop,
       [](const Situation &) -> std::string {
         return "the threads' shares of this loop are unequal: try schedule(static, 1) if the cost "
                "changes steadily with the iteration, else schedule(dynamic, chunk).";
       }},
      {"sections-unequal", line, "OpenMP 5.2, sections construct",
       [](const Situation &s) { return isKind(s, "sections") || isKind(s, "section"); },
       [](const Situation &) -> std::string {
         return "the sections are unequal: cut the longest one in two, or make them tasks.";
       }},
      {"region-of-loop", line, "barrier waits by cause",
       [](const Situation &s) { return s.construct && s.construct->isCombinedRegion(); },
       [](const Situation &) -> std::string {
         return "nothing in it but its loop or sections, which have lines of their own: what is "
                "left are threads that began late or lost their core, so measure again on a quiet "
                "machine, or give the region more work.";
       }},
      {"region-of-regions", line, "barrier waits by cause",
       [](const Situation &s) { return isKind(s, "parallel") && doesLittleItself(s); },
       [](const Situation &) -> std::string {
         return "what the region does itself, outside of the constructs in it, is too short for "
                "that: either a thread lost its core, so measure again on a quiet machine, or what "
                "its threads do in regions inside of it is unequal: share out by cost what leads "
                "to these.";
       }},
      {"region-unequal", line, "OpenMP 5.2, worksharing-loop construct",
       [](const Situation &s) { return isKind(s, "parallel") || isExecutedByEach(s); },
       [](const Situation &) -> std::string {
         return "what each of the region's threads executes here is unequal: share it out by cost, "
                "or let a worksharing loop do it, unless one thread does it in a branch: then make "
                "that shorter.";
       }},
      {"imbalance-one-thread", line, "barrier waits by cause",
       [](const Situation &s) { return s.construct != nullptr; },
       [](const Situation &) -> std::string {
         return "the others wait for the thread that is in it: make it shorter, or let them go on "
                "with what does not need it.";
       }},
      {"imbalance-places", line, ovaltine, ofProgram,
       [](const Situation &) -> std::string {
         return "it is spread over many constructs: `tare report --by construct` lists them.";
       }},
  };
}

/// The rest is in tasks.
bool waitsForTasks(const Situation &s) { return isKind(s, "single") && doesLittleItself(s); }

/// Of a region's team of full size, threads that count as missing found no task.
bool hasFullTeams(const Situation &s) {
  return isKind(s, "parallel") && s.table.mean_threads_in_regions > 0.99 * s.table.threads;
}

std::vector<Rule> partialRules() {
  constexpr std::string_view line = category::partially_parallelised;
  return {
      {"loop-too-short", line, "OpenMP 5.2, collapse clause", isLoop,
       [](const Situation &) -> std::string {
         return "the loop has fewer iterations than threads: share out a longer one, or this one "
                "together with the loop inside it, by collapse(2).";
       }},
      {"single-overlap", line, "OpenMP 5.2, single construct and nowait clause",
       [](const Situation &s) {
         bool is_one_thread = isKind(s, "single") || isKind(s, "master") || isKind(s, "masked");
         return is_one_thread && !waitsForTasks(s);
       },
       [](const Situation &) -> std::string {
         return "one thread works and the others wait: cut it into tasks, or let the others go on "
                "(nowait) with what does not need its result.";
       }},
      {"sections-too-few", line, "OpenMP 5.2, sections construct",
       [](const Situation &s) { return isKind(s, "sections") || isKind(s, "section"); },
       [](const Situation &) -> std::string {
         return "there are fewer sections than threads: cut them into more, or use a loop or "
                "tasks.";
       }},
      {"tasks-too-few", line, "OpenMP 5.2, task construct",
       [](const Situation &s) {
         return isKind(s, "task") || isKind(s, "taskwait") || isKind(s, "taskgroup") ||
                isKind(s, "taskloop") || isKind(s, "barrier") || waitsForTasks(s) ||
                hasFullTeams(s);
       },
       [](const Situation &) -> std::string {
         return "threads had no task to run: create more and smaller ones, the long ones first, or "
                "let several threads create them.";
       }},
      {"team-by-if", line, "OpenMP 5.2, if clause",
       [](const Situation &s) { return isKind(s, "parallel") && hasIf(s); },
       [](const Situation &s) {
         return "its team is smaller than the " + std::to_string(s.table.threads) +
                " threads asked for, most likely because its if clause is false: let it have all "
                "threads if its work is worth it.";
       }},
      {"team-too-small", line, "OpenMP 5.2, num_threads clause",
       [](const Situation &s) { return isKind(s, "parallel"); },
       [](const Situation &s) {
         return "its team is smaller than the " + std::to_string(s.table.threads) +
                " threads asked for (num_threads, if, or a region inside another), or finds no "
                "task to run: let it have all threads if its work is worth it, and more tasks.";
       }},
      {"partial-places", line, amdahl, ofProgram,
       [](const Situation &) -> std::string {
         return "it is spread over many constructs: `tare report --by construct` lists them.";
       }},
  };
}

std::string limitText(const Situation &s) {
  return "no number of threads can make the program more than " + ratioText(s.table.speedup_limit) +
         " times as fast while " + percentOf(s.table.serial_fraction, 1) + " of it is serial";
}

/// The file of main, where a call path tells it.
std::string mainFile(const Table &table) {
  for (const PathLines &path : table.paths)
    if (!path.calls.empty() && path.calls.front().function == "main")
      return path.calls.front().file;
  return "";
}

/// Why serial code has no place in the source.
std::string elsewhereText(const Situation &s) {
  const std::optional<std::string> &unit = s.ledger.coverage.main_unit;
  if (!unit)
    return "most of that has no place in the source.";
  for (const std::string &left : s.ledger.coverage.units_not_measured)
    if (!unit->empty() && startsWith(left, *unit + ": "))
      return "most of that has no place, because the file of main could not be instrumented (" +
             printable(left) + ").";
  if (!unit->empty())
    return "most of that stands neither in a loop nor in a plain call of main or of a function "
           "that "
           "leads to a region in the same file.";
  std::string file = mainFile(s.table);
  std::string text = file.empty() ? "the file of main" : printable(file) + ", where main stands,";
  return "most of that has no place, because " + text +
         " was not instrumented: files without a directive are not.";
}

/// Of the construct's file, else of any.
const LeftAloneRegion *leftAloneRegion(const Situation &s) {
  for (const LeftAloneRegion &region : s.ledger.coverage.left_alone_regions)
    if (!s.construct || s.construct->file == region.file)
      return &region;
  return nullptr;
}

/// Of the line's construct, all that it takes: the line is what the other threads lose by it.
double serialSeconds(const Situation &s) {
  return s.line.time.time_s * s.table.threads / std::max(1, s.table.threads - 1);
}

bool isMessagePassing(const Situation &s) {
  return isKind(s, "call") && startsWith(s.construct->directive, "MPI_");
}

bool isStartOfMessagePassing(const Situation &s) {
  return startsWith(s.construct->directive, "MPI_Init") ||
         startsWith(s.construct->directive, "MPI_Finalize");
}

/// A quarter of the line's time or more may have been no computing at all.
bool mayHaveIdled(const Situation &s) {
  return s.ledger.idle_s > 0 && s.ledger.idle_s >= 0.25 * serialSeconds(s);
}

/// Of more idle time than the line has (the figures are of different runs), some was elsewhere, as
/// it may all have been.
bool mayHoldTheIdleTime(const Situation &s) { return s.ledger.idle_s <= 1.1 * serialSeconds(s); }

/// A caveat on whatever else is said of the line.
std::string idleCaveat(const Situation &s) {
  if (!mayHaveIdled(s))
    return "";
  return " (the program slept, or waited for input, output or another process, for " +
         timeText(s.ledger.idle_s) + " of its time on one thread: " +
         (mayHoldTheIdleTime(s)
              ? "see first whether that is here, as no thread makes such a wait "
                "shorter)"
              : "more than what is serial here, a part of which may be such a wait)");
}

std::string serialText(const Situation &s) {
  std::string what = isKind(s, "call") ? "what this call does outside of regions" : "this code";
  return what + " runs on one thread for " + timeText(serialSeconds(s)) +
         " while the others have nothing to do";
}

/// A call, or a loop with calls, may lead to them.
std::string unseenCaveat(const Situation &s) {
  if (!hasUnseen(s))
    return "";
  return " (if it runs parallel regions that Tare did not build, as in " + unseenFunction(s).text +
         ", they count as serial code here: then build them through `tare cc` first)";
}

std::string hotSpotText(const Situation &s) {
  return serialText(s) + ": parallelise it" + idleCaveat(s) + unseenCaveat(s) + ".";
}

/// More than twice as long as on one thread, for as many executions.
bool isSlowerThere(const Situation &s) {
  if (!s.construct || !s.construct->work)
    return false;
  const WorkTimes &work = *s.construct->work;
  return work.one_s > 0 && work.many_s > 2 * work.one_s * std::max(1.0, work.executions_ratio);
}

std::vector<Rule> serialRules() {
  constexpr std::string_view line = category::unparallelised;
  return {
      {"serial-unseen", line, "symbols of the programs that were run", mayBeUnseenRegions,
       [](const Situation &s) {
         return "if " + unseenFunction(s).text +
                ", which Tare did not build, ran parallel regions, they count as serial code here: "
                "build it through `tare cc` before you believe this.";
       }},
      {"serial-left-alone", line, "node tables of the programs that were run",
       [](const Situation &s) { return leftAloneRegion(s) != nullptr; },
       [](const Situation &s) {
         const LeftAloneRegion &region = *leftAloneRegion(s);
         size_t others = s.ledger.coverage.left_alone_regions.size() - 1;
         return "a parallel region without probes, " + printable(region.file) + ":" +
                std::to_string(region.line) + " (" + printable(region.reason) + ")" +
                (others > 0 ? ", and " + std::to_string(others) + " more, count" : ", counts") +
                " as serial code where it is executed: look there before you believe this.";
       }},
      {"serial-other-threads", line, "regions and CPU time of this run",
       [](const Situation &s) {
         return s.table.foreign_regions > 0 || s.table.other_threads_s > 0;
       },
       [](const Situation &s) -> std::string {
         if (s.table.foreign_regions == 0)
           return "threads that execute no measured region had " +
                  timeText(s.table.other_threads_s) +
                  " of CPU time, which is in no line: as far as they worked meanwhile, this is no "
                  "loss.";
         return "threads of the program's own execute regions meanwhile, which are in no line: so "
                "this may be no loss.";
       }},
      {"serial-messages", line, "MPI 4.0, nonblocking communication", isMessagePassing,
       [](const Situation &s) {
         return isStartOfMessagePassing(s)
                    ? "starting and ending MPI takes " + timeText(serialSeconds(s)) +
                          ", however many threads there are" + idleCaveat(s) +
                          ": give the program more work."
                    : "one thread exchanges messages for " + timeText(serialSeconds(s)) +
                          " while the others have nothing to do: nonblocking calls, or a task for "
                          "the exchange, let them work meanwhile.";
       }},
      {"serial-slower-there", line, "work on one thread, of these runs", isSlowerThere,
       [](const Situation &s) {
         return serialText(s) + "; where there is one thread in all it takes " +
                timeText(s.construct->work->one_s) +
                ": find what makes it slower there (data that other threads have "
                "touched, page faults, threads that wait actively) before parallelising it.";
       }},
      {"serial-idle", line, "CPU time of the runs on one thread",
       [](const Situation &s) { return s.construct && mayHaveIdled(s) && mayHoldTheIdleTime(s); },
       hotSpotText},
      {"serial-hot-spot", line, amdahl, [](const Situation &s) { return s.construct != nullptr; },
       hotSpotText},
      {"serial-limit", line, amdahl,
       [](const Situation &s) { return s.table.speedup_limit > 0 && s.table.serial_fraction <= 1; },
       [](const Situation &s) {
         return limitText(s) + idleCaveat(s) +
                (isMostlyElsewhere(s.table, s.line)
                     ? "; " + elsewhereText(s)
                     : ": look for its longest loops, `tare report --by function`.");
       }},
      {"serial-more", line, amdahl, [](const Situation &s) { return s.table.serial_fraction > 1; },
       [](const Situation &) -> std::string {
         return "it takes longer than all of the serial program: either the machine was busy, "
                "or it does what the serial program does not; `tare report --by function` lists "
                "it.";
       }},
      {"replicated-share-out", category::replicated_work, "OpenMP 5.2, worksharing constructs",
       [](const Situation &) { return true; },
       [](const Situation &) -> std::string {
         return "by its time every thread does the same work again (or waits in code that holds no "
                "directive, where no probe sees it): share it out, or do it once in a single, "
                "if handing on its result costs less than repeating it.";
       }},
  };
}

} // namespace

std::vector<Rule> criticalPathRules() {
  std::vector<Rule> rules = imbalanceRules();
  for (const std::vector<Rule> &more : {partialRules(), serialRules()})
    rules.insert(rules.end(), more.begin(), more.end());
  return rules;
}

} // namespace tare
