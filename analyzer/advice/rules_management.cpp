// SPDX-License-Identifier: Apache-2.0
// Work of the OpenMP runtime: regions, chunks, tasks.
#include "analyzer/advice/chunks.h"
#include "analyzer/advice/rule.h"
#include "analyzer/advice/tasks.h"

#include "analyzer/ledger/categories.h"
#include "base/lists.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {
namespace {

/// How often, and how long each time.
std::string eachText(const Situation &s) {
  double times = s.construct->instances;
  return times == 1
             ? "once, " + timeText(s.line.time.time_s)
             : countText(times) + " times, " + timeText(s.line.time.time_s / times) + " each";
}

/// Starting and joining a team takes microseconds, and no millisecond even if its threads are made
/// anew; of large teams each thread takes its time.
bool isBeyondStarting(const Situation &s) {
  double most_s = std::max(1e-3, 0.1e-3 * s.table.threads);
  return s.construct && s.construct->instances > 0 &&
         s.line.time.time_s > most_s * s.construct->instances;
}

/// Whether a clause's variables may take long to copy. Those of a few bytes do not; what else is of
/// a known size may own memory elsewhere.
bool takesLong(const Clause &clause) {
  constexpr uint64_t few_bytes = 16;
  return clause.items.empty() || std::ranges::any_of(clause.items, [](const ClauseItem &item) {
           return item.bytes == 0 || item.bytes > few_bytes;
         });
}

/// Whether such variables are copied to or from its threads, or combined, between its fork and its
/// join.
bool copies(const Situation &s) {
  static constexpr std::string_view names[] = {"copyin", "firstprivate", "lastprivate",
                                               "reduction"};
  return s.construct && std::ranges::any_of(s.construct->clauses, [](const Clause &clause) {
           return std::ranges::find(names, clause.name) != std::end(names) && takesLong(clause);
         });
}

std::vector<Rule> regionRules() {
  constexpr std::string_view line = category::fork_join;
  return {
      {"regions-of-one", line, "teams of this run", isOfOneThread,
       [](const Situation &s) {
         return oneThreadText(s, "so no thread is started, and its cost buys nothing");
       },
       About::Starts},
      {"regions-array-reduction", line, reduction_clause,
       [](const Situation &s) { return isMany(s) && arrayReductionOf(s); }, arrayReductionText},
      {"regions-copies", line,
       "OpenMP 5.2, copyin, firstprivate, lastprivate and reduction clauses",
       [](const Situation &s) { return isBeyondStarting(s) && copies(s); },
       [](const Situation &s) {
         return "Share what threads only read, copy less, or let one region around several loops "
                "do "
                "it once. The region starts and ends " +
                eachText(s) +
                ". What is copied or combined for each thread is in there (copyin, firstprivate, "
                "lastprivate, reduction).";
       }},
      {"regions-without-core", line, "run-queue delay of this run", isBeyondStarting,
       [](const Situation &s) {
         return "Measure again on an idle machine before you change anything here. Starting and "
                "joining threads takes " +
                eachText(s) +
                ", which is more than that costs. Threads waited for a CPU meanwhile.";
       },
       About::Waiting},
      busyMachineRule("busy-regions", line),
      debugBuildRule("debug-build-regions", line),
      {"regions-if", line, "OpenMP 5.2, if clause",
       [](const Situation &s) { return isMany(s) && hasIf(s); },
       [](const Situation &s) {
         return "Raise the bound in the if clause, or let one region around several loops start "
                "the "
                "threads once. The region is executed " +
                countText(s.construct->instances) +
                " times, and starts and joins threads wherever its if clause is true.";
       }},
      {"regions-merge", line, "OpenMP 5.2, parallel construct", isMany,
       [](const Situation &s) {
         return "Put one parallel region around several loops, or around the loop that contains "
                "them. Threads are started and joined " +
                eachText(s) + ". An if(n > ...) clause spares that where there is little to do.";
       }},
      {"regions-fewer", line, "OpenMP 5.2, parallel construct", always,
       "Make the regions fewer and longer. They are short for what starting and joining threads "
       "costs."},
      {"startup-once", category::startup, "first region of this run", always,
       "Measure a longer run before you change anything for this row. The OpenMP runtime starts "
       "its "
       "threads once a run.",
       About::Measurement},
  };
}

/// Whether chunks could be larger: there are enough of them, and none takes as long as fetching
/// many.
bool hasSmallChunks(const Situation &s) {
  constexpr double long_s = 50e-6, enough = 2;
  std::optional<Chunks> chunks = chunksOf(s);
  if (!chunks)
    return true;
  bool is_long = s.shape && s.shape->mean_s * chunks->chunk > long_s;
  return !is_long && chunks->count > enough * chunks->threads;
}

std::vector<Rule> schedulingRules() {
  constexpr std::string_view line = category::user_scheduling;
  return {
      busyMachineRule("busy-loops", line),
      {"schedule-larger-chunk", line, "OpenMP 5.2, schedule clause",
       [](const Situation &s) { return scheduleIn(s).dispatches() && hasSmallChunks(s); },
       [](const Situation &s) {
         std::string each = s.shape ? " An iteration takes " + timeText(s.shape->mean_s) + "." : "";
         return "Give a larger chunk, or schedule(static) if the iterations cost the same. The "
                "chunks are small for what fetching one costs." +
                each;
       },
       About::Starts},
      debugBuildRule("debug-build-loops", line),
      {"loop-longer", line, "OpenMP 5.2, worksharing-loop construct", always,
       "Share out an outer loop, or merge loops that follow each other. Sharing this one out costs "
       "much for the work that it holds."},
  };
}

std::string largeText(const Situation &s) {
  return "The tasks are not too small: they take " + timeText(taskSeconds(s)) + " each on average.";
}

std::vector<Rule> taskRules() {
  constexpr std::string_view source = "OpenMP 5.2, final and if clauses, grainsize clause";
  constexpr std::string_view creation = category::task_creation,
                             fetching = category::runtime_scheduling;
  return {
      busyMachineRule("busy-tasks", creation),
      {"tasks-coarser", creation, source, haveSmallTasks, coarserTasksText},
      {"tasks-copies", creation, "OpenMP 5.2, firstprivate clause", always,
       [](const Situation &s) {
         return "Look at what each task copies (firstprivate), and how many threads create "
                "tasks. " +
                largeText(s);
       }},
      busyMachineRule("busy-fetching", fetching),
      {"tasks-coarser-fetch", fetching, source, haveSmallTasks, coarserTasksText},
      {"tasks-late", fetching, "tasks of this run", always,
       [](const Situation &s) {
         return "Let several threads create tasks, or create the long ones first. Threads came "
                "late "
                "to tasks that were ready. " +
                largeText(s);
       }},
  };
}

} // namespace

std::vector<Rule> managementRules() {
  std::vector<Rule> rules = regionRules();
  append(rules, schedulingRules());
  append(rules, taskRules());
  return rules;
}

} // namespace tare
