// SPDX-License-Identifier: Apache-2.0
// Work of the OpenMP runtime: regions, chunks, tasks.
#include "analyzer/advice/rule.h"

#include "analyzer/ledger/categories.h"
#include "base/lists.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {
namespace {

bool isMany(const Situation &s) { return s.construct && s.construct->instances >= 10; }

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

/// Whether variables are copied to or from its threads, or combined, between its fork and its join.
bool copies(const Situation &s) {
  return hasClause(s, "copyin") || hasClause(s, "firstprivate") || hasClause(s, "lastprivate") ||
         hasClause(s, "reduction");
}

std::string busyText(const Situation &s) {
  return mayBeWithoutCore(s) ? ", as may be waits for a core, which threads lacked for " +
                                   timeText(withoutCoreSeconds(s))
                             : "";
}

std::vector<Rule> regionRules() {
  return {
      {"regions-of-one", category::fork_join, "teams of this run", isOfOneThread,
       [](const Situation &s) {
         return oneThreadText(s, "so no thread is started, and what it costs buys nothing");
       }},
      {"regions-copies", category::fork_join,
       "OpenMP 5.2, copyin, firstprivate, lastprivate and reduction clauses",
       [](const Situation &s) { return isBeyondStarting(s) && copies(s); },
       [](const Situation &s) {
         return eachText(s) +
                ": what is copied or combined for each thread is in here (copyin, firstprivate, "
                "lastprivate, reduction)" +
                busyText(s) +
                ": share what threads only read, copy less, or let one region around several loops "
                "do it once.";
       }},
      {"regions-without-core", category::fork_join, "run-queue delay of this run",
       [](const Situation &s) { return isBeyondStarting(s) && mayBeWithoutCore(s); },
       [](const Situation &s) {
         return eachText(s) +
                ", is more than starting and joining threads costs, and threads were "
                "without a core for " +
                timeText(withoutCoreSeconds(s)) +
                ": measure again on a quiet machine before anything is changed for it.";
       }},
      busyMachineRule("busy-regions", category::fork_join),
      {"regions-if", category::fork_join, "OpenMP 5.2, if clause",
       [](const Situation &s) { return isMany(s) && hasIf(s); },
       [](const Situation &s) {
         return "of the " + countText(s.construct->instances) +
                " times that it is executed, threads are started and joined where its if clause "
                "is true: a higher bound there spares it where there is little to do, one region "
                "around several loops does it once.";
       }},
      {"regions-merge", category::fork_join, "OpenMP 5.2, parallel construct", isMany,
       [](const Situation &s) {
         return "threads are started and joined " + eachText(s) +
                ": one parallel region around several loops, or around the loop that contains "
                "them, does it once; if(n > ...) spares it where there is little to do.";
       }},
      {"regions-fewer", category::fork_join, "OpenMP 5.2, parallel construct",
       [](const Situation &) { return true; },
       "regions are short for what starting and joining threads costs: make them fewer "
       "and longer."},
      {"startup-once", category::startup, "first region of this run",
       [](const Situation &) { return true; },
       "the runtime starts its threads once a run: weigh a longer run before anything is "
       "changed for it."},
  };
}

std::vector<Rule> schedulingRules() {
  constexpr std::string_view line = category::user_scheduling;
  return {
      {"schedule-larger-chunk", line, "OpenMP 5.2, schedule clause",
       [](const Situation &s) { return scheduleIn(s).dispatches(); },
       [](const Situation &s) {
         std::string chunk = s.shape ? ", its iterations take " + timeText(s.shape->mean_s) : "";
         return "chunks are small for what fetching one costs" + chunk +
                ": give a larger chunk, or schedule(static) if the iterations cost the same.";
       }},
      {"loop-longer", line, "OpenMP 5.2, worksharing-loop construct",
       [](const Situation &) { return true; },
       "sharing out costs a lot for what there is to do: share out an outer loop, or "
       "merge loops that follow each other."},
  };
}

std::vector<Rule> taskRules() {
  constexpr std::string_view source = "OpenMP 5.2, final and if clauses, grainsize clause";
  auto sentence = [](const Situation &s) {
    std::string many = isMany(s) ? countText(s.construct->instances) + " tasks are small for what "
                                                                       "one costs: "
                                 : std::string("tasks are small for what one costs: ");
    if (hasIf(s))
      return many + "an if clause that is false spares next to nothing of that: create fewer and "
                    "larger ones, by plain calls below some depth.";
    return many + "create fewer and larger ones, by a cut-off (plain calls below some depth, or "
                  "final) or a taskloop with grainsize.";
  };
  auto always = [](const Situation &) { return true; };
  return {{"tasks-coarser", category::task_creation, source, always, sentence},
          {"tasks-coarser-fetch", category::runtime_scheduling, source, always, sentence}};
}

} // namespace

std::vector<Rule> managementRules() {
  std::vector<Rule> rules = regionRules();
  append(rules, schedulingRules());
  append(rules, taskRules());
  return rules;
}

} // namespace tare
