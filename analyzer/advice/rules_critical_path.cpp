// SPDX-License-Identifier: Apache-2.0
// Waiting for others: too little parallelism, work that is repeated.
#include "analyzer/advice/rule.h"
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

std::vector<Rule> partialRules() {
  constexpr std::string_view line = category::partially_parallelised;
  return {
      {"tasks-too-few", line, "OpenMP 5.2, task construct",
       [](const Situation &s) {
         return isKind(s, "task") || isKind(s, "taskwait") || isKind(s, "taskgroup") ||
                isKind(s, "taskloop") || isKind(s, "barrier") || waitsForTasks(s) ||
                hasFullTeams(s) || lacksTasks(s);
       },
       "threads had no task to run: create more and smaller ones, the long ones first, or "
       "let several threads create them."},
      {"loop-too-short", line, "OpenMP 5.2, collapse clause",
       [](const Situation &s) { return isKind(s, "for"); },
       "the loop has fewer iterations than threads: share out a longer one, or this one "
       "together with the loop inside it, by collapse(2)."},
      {"single-overlap", line, "OpenMP 5.2, single construct and nowait clause",
       [](const Situation &s) {
         bool is_one_thread = isKind(s, "single") || isKind(s, "master") || isKind(s, "masked");
         return is_one_thread && !waitsForTasks(s);
       },
       "one thread works and the others wait: cut it into tasks, or let the others go on "
       "(nowait) with what does not need its result."},
      {"sections-too-few", line, "OpenMP 5.2, sections construct",
       [](const Situation &s) { return isKind(s, "sections") || isKind(s, "section"); },
       "there are fewer sections than threads: cut them into more, or use a loop or "
       "tasks."},
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
       "it is spread over many constructs: `tare report --by construct` lists them."},
  };
}

/// Amdahl's limit in words.
std::string limitText(const Situation &s) {
  return "no number of threads can make the program more than " + ratioText(s.table.speedup_limit) +
         " times as fast while " + percentOf(s.table.serial_fraction, 1) + " of it is serial";
}

/// The file of main, from a call path. Empty: no path begins there.
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
             printable(left) +
             "): mend that, or move what leads to its regions into a file of its own.";
  if (!unit->empty())
    return "most of that stands neither in a loop nor in a plain call of main or of a function "
           "that leads to a region in the same file: move it into a function, and call that in a "
           "statement of its own.";
  std::string file = mainFile(s.table);
  std::string text = file.empty() ? "the file of main" : printable(file) + ", where main stands,";
  return "most of that has no place, because " + text +
         " was not instrumented: compile it by tare cc with -fopenmp, too, or look there with a "
         "profiler.";
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

/// What runs on one thread, and for how long.
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

/// What to do about serial code, with what may be wrong about it.
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
                "touched, page faults, threads that wait actively) before parallelising it" +
                unseenCaveat(s) + ".";
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
       "it takes longer than all of the serial program: either the machine was busy, "
       "or it does what the serial program does not; `tare report --by function` lists "
       "it."},
      {"replicated-share-out", category::replicated_work, "OpenMP 5.2, worksharing constructs",
       [](const Situation &) { return true; },
       "by its time every thread does the same work again (or waits in code that holds no "
       "directive, where no probe sees it): share it out, or do it once in a single, "
       "if handing on its result costs less than repeating it."},
  };
}

} // namespace

std::vector<Rule> criticalPathRules() {
  std::vector<Rule> rules = partialRules();
  append(rules, serialRules());
  return rules;
}

} // namespace tare
