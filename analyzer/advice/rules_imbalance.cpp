// SPDX-License-Identifier: Apache-2.0
// Waiting for threads that have more to do.
#include "analyzer/advice/chunks.h"
#include "analyzer/advice/rule.h"

#include "analyzer/ledger/categories.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

using Kind = IterationShape::Kind;

constexpr std::string_view ovaltine = "Bane and Riley, Overheads Profiler, section Results";
constexpr std::string_view kruskal_weiss =
    "Kruskal and Weiss, Allocating independent subtasks on parallel processors";
constexpr std::string_view schedule_clause = "OpenMP 5.2, schedule clause";

/// Share of the iterations that hold half of the time; at 0.5 none is heavier than another.
constexpr double clearly_heavy = 0.4;

bool isWorksharingLoop(const Situation &s) { return isKind(s, "for"); }

bool isGuided(const Situation &s) { return scheduleIn(s).kind == "guided"; }
bool isDynamic(const Situation &s) { return scheduleIn(s).kind == "dynamic" || isGuided(s); }

/// Chunk of schedule(static, chunk). Empty: no chunk given, so one block per thread; or not static.
Schedule staticSchedule(const Situation &s) {
  Schedule schedule = scheduleIn(s);
  return schedule.kind == "static" ? schedule : Schedule();
}

/// Whether the schedule is settled outside of the program's text.
bool isUnknown(const Situation &s) {
  Schedule schedule = scheduleIn(s);
  return schedule.kind == "runtime" || schedule.kind == "auto";
}

/// Where half of the loop's time is.
std::string halfText(const Situation &s) {
  std::string text = percentOf(s.shape->half_share, 1) + " of the iterations";
  if (s.shape->together)
    text += " (" + std::to_string(s.shape->first) + " to " + std::to_string(s.shape->last) + ")";
  return text + " hold half of the loop's time.";
}

/// A construct's waits and own time over the whole run; both 0: not known.
ImbalanceBin wholeRun(const ConstructLines &construct) {
  ImbalanceBin whole;
  for (const ImbalanceBin &bin : construct.over_time)
    whole.wait_s += bin.wait_s, whole.span_s += bin.span_s;
  return whole;
}

/// Whether most of the imbalance falls into the first fifth of the construct's own time.
bool atTheStart(const Situation &s) {
  if (!s.construct || s.construct->over_time.size() < 5)
    return false;
  ImbalanceBin whole = wholeRun(*s.construct);
  double passed = 0, early_wait = 0;
  for (const ImbalanceBin &bin : s.construct->over_time) {
    if (passed + bin.span_s / 2 > whole.span_s / 5)
      break;
    passed += bin.span_s;
    early_wait += bin.wait_s;
  }
  return whole.wait_s > 0 && early_wait > 0.6 * whole.wait_s;
}

/// Share of the construct's time in which its threads wait at its end; 0: not known.
double waitShare(const Situation &s) {
  ImbalanceBin whole = wholeRun(*s.construct);
  if (!(whole.span_s > 0) && s.construct->work) {
    whole.wait_s = s.line.time.time_s; // a wall-clock share, where work is thread time
    whole.span_s = whole.wait_s + s.construct->work->many_s / s.table.threads;
  }
  return whole.span_s > 0 ? whole.wait_s / whole.span_s : 0;
}

/// Share of the waits that differences of single iterations explain; 0: not known.
double partByChance(const Situation &s) {
  double measured = waitShare(s);
  return measured > 0
             ? chanceImbalance(s.shape->deviation, iterationsOfThread(s), s.table.threads) /
                   measured
             : 0;
}

/// Shares of the waits: one to be named, and one from which the rest may be the same cause. The
/// estimate assumes iterations that do not depend on each other.
constexpr double part_named = 1.0 / 3, most_of_it = 0.5;

/// Share of the waits that the number of chunks explains. Nothing: not known.
std::optional<double> knownPartByChunk(const Situation &s) {
  double measured = waitShare(s);
  std::optional<Chunks> chunks = chunksOf(s);
  return measured > 0 && chunks ? std::optional(chunks->imbalance() / measured) : std::nullopt;
}
double partByChunk(const Situation &s) { return knownPartByChunk(s).value_or(1); }

/// Whether threads get no chunk at all. Under a guided schedule the first chunks are larger than
/// the clause says.
bool leavesThreadsWithout(const Situation &s) {
  std::optional<Chunks> chunks = chunksOf(s);
  return chunks && !scheduleIn(s).chunk.empty() && chunks->areFewerThanThreads();
}

/// Whether waits are as short as threads start apart, which no schedule shortens.
bool waitsAsForStart(const Situation &s) {
  constexpr double start_s = 5e-6;
  return s.construct->instances > 1 && s.line.time.time_s / s.construct->instances < start_s;
}

std::string scatterText(const Situation &s) {
  return "Single iterations differ in no order that shows (standard deviation " +
         percentOf(s.shape->deviation, 1) + " of their mean).";
}

/// "", or ", which explains 40.0 % of the waits"
std::string partText(double part) {
  return part < most_of_it ? ", which explains " + percentOf(part, 1) + " of the waits" : "";
}

/// Whether few iterations hold half of the time, under a schedule that cannot even that out.
bool hasHeavyIterations(const Situation &s) {
  return isWorksharingLoop(s) && !isDynamic(s) && s.shape && s.shape->kind != Kind::Even &&
         s.shape->half_share <= clearly_heavy;
}

/// Whether chance alone explains a good part of the waits.
bool isLateByChance(const Situation &s) {
  return isWorksharingLoop(s) && !isDynamic(s) && hasShape(s, Kind::Scattered) &&
         partByChance(s) >= part_named;
}

/// Threads would be done with it before fetching chunks could even anything out.
bool isTooShortToFetch(const Situation &s) {
  constexpr double least_s = 30e-6;
  double time = executionTime(s);
  return time > 0 && time < least_s;
}

/// The loop variable may go down with the iterations, so its value is named, not their order.
std::string costlierText(const Situation &s) {
  bool rises = s.shape->kind == Kind::Rising;
  std::string variable = printable(s.construct->iteration_variable);
  return variable.empty() ? std::string(rises ? "Later" : "Earlier") + " iterations cost more. "
                          : "The " + std::string(rises ? "larger " : "smaller ") + variable +
                                ", the costlier the iteration. ";
}

/// Whether no single iteration makes a thread late.
bool hasLikeShares(const Situation &s) {
  return isWorksharingLoop(s) && (hasShape(s, Kind::Even) || hasShape(s, Kind::Scattered));
}

std::string likeSharesText(const Situation &s) {
  return hasShape(s, Kind::Scattered)
             ? scatterText(s) + " That evens out over the iterations of a thread."
             : "The iterations cost about the same.";
}

/// Whether several threads execute a loop of region code, outside of worksharing constructs: each
/// of them meets it, while a team meets a worksharing construct once. False: also where its region
/// is not known.
bool isExecutedByEach(const Situation &s) {
  if (!isKind(s, "loop") || s.construct->in_serial_code)
    return false;
  const ConstructLines *region = regionOf(s);
  return region && region->instances > 0 && s.construct->instances >= 1.5 * region->instances;
}

std::string fetchText(const Situation &s) {
  return "Use schedule(dynamic, " + chunkText(s) +
         "): a thread that is done fetches the next chunk. ";
}

/// Under a schedule by which threads fetch chunks, of which each gets some.
std::string lastChunksText(const Situation &s) {
  const std::string last =
      "A thread fetches its next chunk when it is done, so only the last chunks "
      "of the loop can be uneven.";
  if (isGuided(s) && hasShape(s, Kind::Falling))
    return "Use schedule(dynamic, " + chunkText(s) + ") instead of guided. " + costlierText(s) +
           "A guided schedule begins with its largest chunks, so a thread is late with the first.";
  if (scheduleIn(s).dispatchesEach())
    return "Let the heaviest iterations come first, or divide their work. Each chunk is one "
           "iteration already, so only the last iterations of the loop can be uneven.";
  return "Make the chunks smaller, or let the heaviest iterations come first. " + last;
}

bool divides(const Situation &s) {
  return isWorksharingLoop(s) && !isDynamic(s) && !isUnknown(s) &&
         (staticSchedule(s).chunk.empty() || staticSchedule(s).value == 1);
}

/// Whether iterations that cost the same would leave just these waits, where too few were sampled
/// to tell: there are few of them.
bool isExplainedByDivision(const Situation &s) {
  constexpr double few_each = 8, least = 0.8, most = 1.25;
  double part = knownPartByChunk(s).value_or(0);
  return !s.shape && iterationsOfThread(s) < few_each && part >= least && part <= most;
}

/// "The loop has 10 iterations for 4 threads: some of them get 3, and others fewer."
std::string divisionText(const Situation &s) {
  Chunks chunks = *chunksOf(s);
  return "The loop has " + countText(std::round(chunks.iterations)) + " iterations for " +
         std::to_string(chunks.threads) + " threads: some of them get " +
         countText(std::round(chunks.most())) + ", and others fewer" + partText(partByChunk(s)) +
         ".";
}

std::vector<Rule> scheduleRules() {
  constexpr std::string_view line = category::load_imbalance;
  return {
      {"imbalance-at-start", line, "per-instance imbalance of this run", atTheStart,
       "Initialise the data in a parallel loop with the same schedule. Most of the waits fall into "
       "the first executions, as with memory that is touched for the first time."},
      {"schedule-chunk-too-large", line, schedule_clause, leavesThreadsWithout,
       [](const Situation &s) {
         bool is_static = staticSchedule(s).kind == "static";
         return (is_static
                     ? std::string("Leave the chunk out, or make it smaller. ")
                     : "Use a smaller chunk, such as schedule(dynamic, " + chunkText(s) + "). ") +
                chunksText(*chunksOf(s));
       },
       About::Program, partByChunk},
      {"schedule-triangular", line, ovaltine,
       [](const Situation &s) {
         return isWorksharingLoop(s) && !isDynamic(s) && staticSchedule(s).value != 1 &&
                (hasShape(s, Kind::Rising) || hasShape(s, Kind::Falling));
       },
       [](const Situation &s) {
         return "Use schedule(static, 1), which deals the iterations out in turn. " +
                costlierText(s) + halfText(s);
       }},
      {"schedule-too-short", line, "sampled iterations of this run",
       [](const Situation &s) {
         return isTooShortToFetch(s) && (hasHeavyIterations(s) || isLateByChance(s));
       },
       [](const Situation &s) {
         return "Give each execution more work, or share out a loop around it. An execution keeps "
                "a "
                "thread busy for " +
                timeText(executionTime(s)) + ", which is too short to fetch chunks of it. " +
                (hasHeavyIterations(s) ? halfText(s) : scatterText(s));
       }},
      {"schedule-heavy-iterations", line, schedule_clause, hasHeavyIterations,
       [](const Situation &s) { return fetchText(s) + halfText(s); }},
      {"schedule-last-chunks", line, schedule_clause,
       [](const Situation &s) { return isWorksharingLoop(s) && isDynamic(s); }, lastChunksText},
      {"schedule-scattered", line, kruskal_weiss, isLateByChance,
       [](const Situation &s) {
         return fetchText(s) + scatterText(s) + " The " + countText(iterationsOfThread(s)) +
                " that a thread is given do not even that out" + partText(partByChance(s)) + ".";
       },
       About::Program, partByChance},
      {"schedule-smaller-chunk", line, schedule_clause,
       [](const Situation &s) {
         Schedule schedule = staticSchedule(s);
         return hasLikeShares(s) && !schedule.chunk.empty() && schedule.value != 1 &&
                partByChunk(s) >= part_named;
       },
       [](const Situation &s) {
         std::optional<Chunks> chunks = chunksOf(s);
         return "Leave the chunk out, or make it smaller. Chunks of " +
                printable(staticSchedule(s).chunk) + (chunks ? " give" : " may give") +
                " some threads more iterations than others" + partText(partByChunk(s)) + ". " +
                (chunks ? chunksText(*chunks) + " " : "") + likeSharesText(s);
       },
       About::Program, partByChunk},
      {"iterations-do-not-divide", line, schedule_clause,
       [](const Situation &s) {
         return divides(s) && (isExplainedByDivision(s) ||
                               (hasLikeShares(s) && knownPartByChunk(s).value_or(0) >= part_named));
       },
       [](const Situation &s) {
         return "Share out a loop with more iterations, or this one together with the loop inside "
                "it, by collapse(2). " +
                divisionText(s) + " " +
                (s.shape
                     ? likeSharesText(s)
                     : "With iterations of the same cost, the waits would be as long as these.");
       },
       About::Program, partByChunk},
      {"schedule-unknown", line, schedule_clause,
       [](const Situation &s) { return hasLikeShares(s) && isUnknown(s); },
       [](const Situation &s) {
         return "Try schedule(static), which gives every thread as many iterations. schedule(" +
                scheduleIn(s).kind + ") does not say how they are shared out. " + likeSharesText(s);
       }},
      {"imbalance-not-schedule", line, "sampled iterations of this run", hasLikeShares,
       [](const Situation &s) {
         return "Leave the schedule as it is, and look for a slower thread: memory of another "
                "node, or a core that it shares. " +
                likeSharesText(s);
       }},
      {"loop-execution-short", line, "per-instance imbalance of this run",
       [](const Situation &s) { return isWorksharingLoop(s) && waitsAsForStart(s); },
       [](const Situation &s) {
         return "Give each execution more work, or share out a loop around it. The loop is "
                "executed " +
                countText(s.construct->instances) + " times, and the waits are " +
                timeText(s.line.time.time_s / s.construct->instances) +
                " each time. Threads do not start at once, and no schedule shortens that.";
       }},
      {"schedule-try", line, schedule_clause, isWorksharingLoop,
       "Try schedule(static, 1) if the cost changes steadily with the iteration, else "
       "schedule(dynamic, chunk). The threads' shares of this loop are unequal."},
  };
}

std::vector<Rule> otherPlaces() {
  constexpr std::string_view line = category::load_imbalance;
  return {
      {"sections-unequal", line, "OpenMP 5.2, sections construct",
       [](const Situation &s) { return isKind(s, "sections") || isKind(s, "section"); },
       "Cut the longest section in two, or make the sections tasks. They are unequal."},
      {"region-of-loop", line, "barrier waits by cause",
       [](const Situation &s) { return s.construct && s.construct->isCombinedRegion(); },
       "Give the region more work. It holds only its loop or its sections, which have rows of "
       "their "
       "own. What is left are waits for threads that began late."},
      {"region-of-regions", line, "barrier waits by cause",
       [](const Situation &s) { return isKind(s, "parallel") && doesLittleItself(s); },
       "Share out by cost what leads to the regions inside this one. What this region does itself "
       "is "
       "too short for these waits, so regions inside it are unequal."},
      {"region-unequal", line, "OpenMP 5.2, worksharing-loop construct",
       [](const Situation &s) { return isKind(s, "parallel") || isExecutedByEach(s); },
       "Share this code out by cost, or let a worksharing loop do it. Each of the region's threads "
       "executes another amount of it. If one thread executes it, in a branch, make that shorter."},
      {"imbalance-one-thread", line, "barrier waits by cause",
       [](const Situation &s) { return s.construct != nullptr; },
       "Make this construct shorter, or let the other threads go on with what does not need it. "
       "They "
       "wait for the thread that is in it."},
      {"imbalance-places", line, ovaltine, ofProgram,
       "Look for the locations with `tare report --by construct`. The waits are spread over many "
       "constructs."},
  };
}

} // namespace

std::vector<Rule> imbalanceRules() {
  std::vector<Rule> rules = {busyMachineRule("busy-imbalance", category::load_imbalance),
                             debugBuildRule("debug-build-imbalance", category::load_imbalance)};
  append(rules, scheduleRules());
  append(rules, otherPlaces());
  return rules;
}

} // namespace tare
