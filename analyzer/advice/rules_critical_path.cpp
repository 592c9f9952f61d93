// SPDX-License-Identifier: Apache-2.0
// Waiting for others: too little parallelism, work that is repeated.
#include "analyzer/advice/rule.h"
#include "analyzer/advice/tasks.h"
#include "analyzer/advice/unseen.h"

#include "analyzer/ledger/categories.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

constexpr std::string_view amdahl = "Bane and Riley, Overheads Profiler, equation 2 (Amdahl)";

/// A single that hands its work out as tasks.
bool waitsForTasks(const Situation &s) { return isKind(s, "single") && doesLittleItself(s); }

/// Whether teams have their full size: threads that count as missing then found no task.
bool hasFullTeams(const Situation &s) {
  return isKind(s, "parallel") && s.table.mean_threads_in_regions > 0.99 * s.table.threads;
}

/// Whether most of it are waits for a task. At a single they may be waits for the single's own
/// work.
bool lacksTasks(const Situation &s) {
  return s.construct && !isKind(s, "single") &&
         s.construct->lack_of_tasks_s >= 0.5 * s.line.time.time_s;
}

bool isAboutTasks(const Situation &s) {
  return isKind(s, "task") || isKind(s, "taskwait") || isKind(s, "taskgroup") ||
         isKind(s, "taskloop") || isKind(s, "barrier") || waitsForTasks(s) || hasFullTeams(s) ||
         lacksTasks(s);
}

std::vector<Rule> partialRules() {
  constexpr std::string_view line = category::partially_parallelised;
  return {
      busyMachineRule("busy-teams", line),
      tooDeepRule("regions-too-deep", line),
      {"tasks-waited-for-at-once", line, "OpenMP 5.2, taskwait construct",
       [](const Situation &s) { return isAboutTasks(s) && areWaitedForAtOnce(s); }, waitLaterText},
      {"tasks-coarser-waits", line, "OpenMP 5.2, final and if clauses, grainsize clause",
       [](const Situation &s) { return isAboutTasks(s) && haveTinyTasks(s); },
       [](const Situation &s) {
         return coarserTasksText(s) + " Threads take longer to create one than to execute it.";
       }},
      {"tasks-too-few", line, "OpenMP 5.2, task construct", isAboutTasks,
       "Create more and smaller tasks, the long ones first, or let several threads create them. "
       "Threads had no task to run."},
      {"loop-too-short", line, "OpenMP 5.2, collapse clause",
       [](const Situation &s) { return isKind(s, "for"); },
       "Share out a longer loop, or this one together with the loop inside it, by collapse(2). The "
       "loop has fewer iterations than there are threads."},
      {"single-overlap", line, "OpenMP 5.2, single construct and nowait clause",
       [](const Situation &s) {
         bool is_one_thread = isKind(s, "single") || isKind(s, "master") || isKind(s, "masked");
         return is_one_thread && !waitsForTasks(s);
       },
       "Cut this work into tasks, or let the others go on (nowait) with what does not need its "
       "result. One thread works and the others wait."},
      {"sections-too-few", line, "OpenMP 5.2, sections construct",
       [](const Situation &s) { return isKind(s, "sections") || isKind(s, "section"); },
       "Cut the sections into more, or use a loop or tasks. There are fewer sections than "
       "threads."},
      {"team-by-if", line, "OpenMP 5.2, if clause",
       [](const Situation &s) { return isKind(s, "parallel") && hasIf(s); },
       [](const Situation &s) {
         return "Let the region have all " + numberOf(s.table.threads, "thread") +
                " if its work is worth it. Its team is smaller, most likely because its if clause "
                "is "
                "false.";
       }},
      {"team-too-small", line, "OpenMP 5.2, num_threads clause",
       [](const Situation &s) { return isKind(s, "parallel"); },
       [](const Situation &s) {
         return "Let the region have all " + numberOf(s.table.threads, "thread") +
                " if its work is worth it, and more tasks. Its team is smaller (num_threads, if, "
                "or "
                "a region inside another), or finds no task to run.";
       }},
      {"partial-places", line, amdahl, ofProgram,
       "Look for the locations with `tare report --by construct`. The time is spread over many "
       "constructs."},
  };
}

/// Amdahl's limit in words.
std::string limitText(const Situation &s) {
  return "While " + percentOf(s.table.serial_fraction, 1) +
         " of the program is serial, it can be at most " + ratioText(s.table.speedup_limit) +
         " times as fast.";
}

/// The file of main, from a call path. Empty: no path begins there.
std::string mainFile(const Table &table) {
  for (const PathLines &path : table.paths)
    if (!path.calls.empty() && path.calls.front().function == "main")
      return path.calls.front().file;
  return "";
}

/// What to do about serial code that has no place in the source, and why it has none.
std::string elsewhereText(const Situation &s) {
  const std::optional<std::string> &unit = s.ledger.coverage.main_unit;
  if (!unit)
    return "Look for it with a profiler. Most of the serial code has no location in the source.";
  for (const std::string &left : s.ledger.coverage.units_not_measured)
    if (!unit->empty() && startsWith(left, *unit + ": "))
      return "Mend why the file of main could not be instrumented (" + printable(left) +
             "), or move what leads to its regions into another file. Most of the serial code has "
             "no location because of that.";
  if (!unit->empty())
    return "Move that code into a function, and call it in a statement of its own. Most of it "
           "stands "
           "neither in a loop nor in a plain call of main, or of a function with regions.";
  std::string file = mainFile(s.table);
  return "Compile " +
         (file.empty() ? std::string("the file of main")
                       : printable(file) + ", where main stands,") +
         " by tare cc with -fopenmp, too, or look there with a profiler. Most of the serial code "
         "has "
         "no location, because that file was not instrumented.";
}

/// In the construct's file; without a construct in any file. Null: none.
const LeftAloneRegion *leftAloneRegion(const Situation &s) {
  for (const LeftAloneRegion &region : s.ledger.coverage.left_alone_regions)
    if (!s.construct || s.construct->file == region.file)
      return &region;
  return nullptr;
}

/// How long the serial code takes. The line is what the other threads lose by it: (p - 1) / p.
double serialSeconds(const Situation &s) {
  return s.line.time.time_s * s.table.threads / std::max(1, s.table.threads - 1);
}

/// A call of such a function, or of the program's own wrapper of it (hypre_MPI_Init).
bool calls(const Situation &s, const std::string &function) {
  const std::string &called = s.construct->directive;
  return startsWith(called, function) || called.find("_" + function) != std::string::npos;
}

bool isMessagePassing(const Situation &s) { return isKind(s, "call") && calls(s, "MPI_"); }

bool isStartOfMessagePassing(const Situation &s) {
  return calls(s, "MPI_Init") || calls(s, "MPI_Finalize");
}

/// A quarter of the line's time or more may have been no computing at all.
bool mayHaveIdled(const Situation &s) {
  return s.ledger.idle_s > 0 && s.ledger.idle_s >= 0.25 * serialSeconds(s);
}

/// Whether all idle time may be here. Where it is longer than the line, some was elsewhere; a tenth
/// more is allowed, since the figures come from different runs.
bool mayHoldTheIdleTime(const Situation &s) { return s.ledger.idle_s <= 1.1 * serialSeconds(s); }

/// A caveat on whatever else is said of the row, as a further sentence.
std::string idleCaveat(const Situation &s) {
  if (!mayHaveIdled(s))
    return "";
  return " The program slept, or waited for input, output or another process, for " +
         timeText(s.ledger.idle_s) + " on one thread: " +
         (mayHoldTheIdleTime(s) ? "check first whether that is here."
                                : "more than is serial here, but a part may be.");
}

/// What runs on one thread, and for how long.
std::string serialText(const Situation &s) {
  std::string what = isKind(s, "call") ? "What this call does outside of regions" : "This code";
  return what + " runs on one thread for " + timeText(serialSeconds(s)) +
         " while the others have nothing to do.";
}

/// A call, or a loop with calls, may lead to them.
std::string unseenCaveat(const Situation &s) {
  if (!hasUnseen(s))
    return "";
  return " If it runs parallel regions that Tare did not build, as in " + unseenFunction(s).text +
         ", they count as serial code here: build their objects through `tare cc` first. Headers "
         "of a library get no probes.";
}

/// What to do about serial code, with what may be wrong about it.
std::string hotSpotText(const Situation &s) {
  return "Parallelise it. " + serialText(s) + idleCaveat(s) + unseenCaveat(s);
}

/// More than twice as long as on one thread, for as many executions.
bool isSlowerThere(const Situation &s) {
  if (!s.construct || !s.construct->work)
    return false;
  const WorkTimes &work = *s.construct->work;
  return work.one_s > 0 && work.many_s > 2 * work.one_s * std::max(1.0, work.executions_ratio);
}

/// What may make it no loss, or another's: to be settled before anything is changed.
std::vector<Rule> serialDoubts() {
  constexpr std::string_view line = category::unparallelised;
  return {
      {"serial-unseen", line, "symbols of the programs that were run", mayBeUnseenRegions,
       [](const Situation &s) {
         return "Build " + unseenFunction(s).text +
                " through `tare cc` before you believe this row. If it ran parallel regions, they "
                "count as serial code here.";
       },
       About::Measurement},
      {"serial-left-alone", line, "node tables of the programs that were run",
       [](const Situation &s) { return leftAloneRegion(s) != nullptr; },
       [](const Situation &s) {
         const LeftAloneRegion &region = *leftAloneRegion(s);
         size_t others = s.ledger.coverage.left_alone_regions.size() - 1;
         return "Look at the parallel region at " + printable(region.file) + ":" +
                std::to_string(region.line) + " before you believe this row. It has no probes (" +
                printable(region.reason) + "), so it counts as serial code where it is executed." +
                (others > 0 ? " Others like it: " + std::to_string(others) + "." : "");
       },
       About::Measurement},
      {"serial-other-threads", line, "regions and CPU time of this run",
       [](const Situation &s) {
         return s.table.foreign_regions > 0 || s.table.other_threads_s > 0;
       },
       [](const Situation &s) -> std::string {
         const std::string check = "Check first whether other threads of the program work "
                                   "meanwhile: then this is no loss. ";
         if (s.table.foreign_regions == 0)
           return check + "Threads that execute no measured region had " +
                  timeText(s.table.other_threads_s) + " of CPU time, which is in no row.";
         return check + "They execute parallel regions of their own, which are in no row.";
       },
       About::Measurement},
  };
}

std::vector<Rule> serialPlaces() {
  constexpr std::string_view line = category::unparallelised;
  return {
      busyMachineRule("busy-serial", line),
      {"serial-messages", line, "MPI 4.0, nonblocking communication", isMessagePassing,
       [](const Situation &s) {
         return isStartOfMessagePassing(s)
                    ? "Give the program more work. Starting and ending MPI takes " +
                          timeText(serialSeconds(s)) + ", however many threads there are." +
                          idleCaveat(s)
                    : "Use nonblocking calls, or a task for the exchange, so that the other "
                      "threads "
                      "work meanwhile. One thread exchanges messages for " +
                          timeText(serialSeconds(s)) + " while they have nothing to do.";
       }},
      {"serial-slower-there", line, "work on one thread, of these runs", isSlowerThere,
       [](const Situation &s) {
         return "Find what makes it slower here before you parallelise it: data that other threads "
                "have touched, page faults, threads that wait actively. " +
                serialText(s) + " Where there is one thread in all, it takes " +
                timeText(s.construct->work->one_s) + "." + unseenCaveat(s);
       }},
      {"serial-idle", line, "CPU time of the runs on one thread",
       [](const Situation &s) { return s.construct && mayHaveIdled(s) && mayHoldTheIdleTime(s); },
       hotSpotText},
      {"serial-hot-spot", line, amdahl, [](const Situation &s) { return s.construct != nullptr; },
       hotSpotText},
      {"serial-limit", line, amdahl,
       [](const Situation &s) {
         return s.table.ranks > 1 || (s.table.speedup_limit > 0 && s.table.serial_fraction <= 1);
       },
       [](const Situation &s) {
         return (isMostlyElsewhere(s.table, s.line)
                     ? elsewhereText(s)
                     : "Look for its longest loops with `tare report --by function`.") +
                (s.table.ranks > 1 ? "" : " " + limitText(s)) + idleCaveat(s);
       }},
      {"serial-more", line, amdahl, [](const Situation &s) { return s.table.serial_fraction > 1; },
       "Look with `tare report --by function` for what the serial program does not do. The serial "
       "code takes longer than all of the serial program."},
  };
}

std::vector<Rule> serialRules() {
  std::vector<Rule> rules = serialDoubts();
  append(rules, serialPlaces());
  append(
      rules,
      {busyMachineRule("busy-replicated", category::replicated_work),
       debugBuildRule("debug-build-replicated", category::replicated_work),
       {"replicated-share-out", category::replicated_work, "OpenMP 5.2, worksharing constructs",
        always,
        "Share this work out, or do it once in a single, if handing on its result costs less. By "
        "its time, every thread does the same work again. It may also be a wait in code without "
        "directives, which has no probes."}});
  return rules;
}

} // namespace

std::vector<Rule> criticalPathRules() {
  std::vector<Rule> rules = partialRules();
  append(rules, serialRules());
  return rules;
}

} // namespace tare
