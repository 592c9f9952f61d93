// SPDX-License-Identifier: Apache-2.0
// Waiting for threads that have more to do.
#include "analyzer/advice/rule.h"

#include "analyzer/ledger/categories.h"
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

bool isDynamic(const Situation &s) {
  Schedule schedule = scheduleIn(s);
  return schedule.kind == "dynamic" || schedule.kind == "guided";
}

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
  return text + " hold half of its time";
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

/// Iterations of one thread in one execution of the loop; 0: not known.
double iterationsOfThread(const Situation &s) {
  double iterations = 0;
  for (const IterationBin &bin : s.construct->iterations)
    iterations += bin.iterations;
  return s.construct->instances > 0 ? iterations / s.construct->instances / s.table.threads : 0;
}

/// A chunk that keeps a thread busy for 50 us, hundreds of times what fetching it costs; but a
/// thread is given several in an execution, or there is nothing left to even out.
std::string chunkText(const Situation &s) {
  constexpr double worthwhile_s = 50e-6, several = 4;
  double chunk = s.shape && s.shape->mean_s > 0 ? std::ceil(worthwhile_s / s.shape->mean_s) : 0;
  if (double each = iterationsOfThread(s); each > 0)
    chunk = std::min(chunk, std::max(std::floor(each / several), 1.0));
  return chunk >= 1 && chunk < 1e6 ? std::to_string(static_cast<int>(chunk)) : "chunk";
}

/// Seconds of work of one thread in one execution; 0: not known.
double executionTime(const Situation &s) {
  return s.shape ? iterationsOfThread(s) * s.shape->mean_s : 0;
}

/// Share of the waits that differences of single iterations explain; 0: not known.
double partByChance(const Situation &s) {
  double measured = waitShare(s);
  return measured > 0
             ? chanceImbalance(s.shape->deviation, iterationsOfThread(s), s.table.threads) /
                   measured
             : 0;
}

/// Shares of the waits: one to be told, and one from which the rest may be the same cause. The
/// estimate assumes iterations that do not depend on each other.
constexpr double part_told = 1.0 / 3, most_of_it = 0.5;

/// Share of the loop's time in which threads wait for others with one chunk more. Nothing: not
/// known.
std::optional<double> chunkImbalance(const Situation &s) {
  auto chunk = double(staticSchedule(s).value.value_or(0));
  double each = iterationsOfThread(s), all = each * s.table.threads;
  if (!(chunk > 0) || !(all > 0))
    return std::nullopt;
  constexpr double inexact = 0.05; // of a chunk: iterations are estimated
  double rounds = std::ceil(std::ceil(all / chunk - inexact) / s.table.threads);
  return std::max(0.0, 1 - each / std::min(rounds * chunk, all));
}

/// Share of the waits that a static schedule's chunks explain. Nothing: not known.
std::optional<double> partByChunk(const Situation &s) {
  double measured = waitShare(s);
  std::optional<double> chunks = chunkImbalance(s);
  return measured > 0 && chunks ? std::optional(*chunks / measured) : std::nullopt;
}

/// Whether waits are as short as threads start apart, which no schedule shortens.
bool waitsAsForStart(const Situation &s) {
  constexpr double start_s = 5e-6;
  return s.construct->instances > 1 && s.line.time.time_s / s.construct->instances < start_s;
}

std::string scatterText(const Situation &s) {
  return "single iterations differ, in no order that shows (standard deviation " +
         percentOf(s.shape->deviation, 1) + " of their mean)";
}

/// "", or ", which explains 40.0 % of it"
std::string partText(double part) {
  return part < most_of_it ? ", which explains " + percentOf(part, 1) + " of it" : "";
}

/// Whether few iterations hold half of the time, under a schedule that cannot even that out.
bool hasHeavyIterations(const Situation &s) {
  return isWorksharingLoop(s) && !isDynamic(s) && s.shape && s.shape->kind != Kind::Even &&
         s.shape->half_share <= clearly_heavy;
}

/// Whether chance alone explains a good part of the waits.
bool isLateByChance(const Situation &s) {
  return isWorksharingLoop(s) && !isDynamic(s) && hasShape(s, Kind::Scattered) &&
         partByChance(s) >= part_told;
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
  return variable.empty() ? std::string(rises ? "later" : "earlier") + " iterations cost more"
                          : "the " + std::string(rises ? "larger " : "smaller ") + variable +
                                ", the costlier the iteration";
}

/// Whether no single iteration makes a thread late.
bool hasLikeShares(const Situation &s) {
  return isWorksharingLoop(s) && (hasShape(s, Kind::Even) || hasShape(s, Kind::Scattered));
}

std::string likeSharesText(const Situation &s) {
  return hasShape(s, Kind::Scattered)
             ? scatterText(s) + ", but that evens out over those of a thread"
             : "the iterations cost about the same";
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

} // namespace

std::vector<Rule> imbalanceRules() {
  constexpr std::string_view line = category::load_imbalance;
  return {
      busyMachineRule("busy-imbalance", line),
      {"imbalance-at-start", line, "per-instance imbalance of this run", atTheStart,
       "most of it falls into the first executions, as with memory that is touched for "
       "the first time: initialise the data in a parallel loop with the same schedule."},
      {"schedule-triangular", line, ovaltine,
       [](const Situation &s) {
         return isWorksharingLoop(s) && !isDynamic(s) && staticSchedule(s).value != 1 &&
                (hasShape(s, Kind::Rising) || hasShape(s, Kind::Falling));
       },
       [](const Situation &s) {
         return costlierText(s) + ", " + halfText(s) +
                ": schedule(static, 1) deals them out in turn and evens that out.";
       }},
      {"schedule-too-short", line, "sampled iterations of this run",
       [](const Situation &s) {
         return isTooShortToFetch(s) && (hasHeavyIterations(s) || isLateByChance(s));
       },
       [](const Situation &s) {
         return (hasHeavyIterations(s) ? halfText(s) : scatterText(s)) +
                ", but an execution has a thread busy for " + timeText(executionTime(s)) +
                ": too short to fetch chunks of it; give each execution more work, or share out a "
                "loop around it.";
       }},
      {"schedule-heavy-iterations", line, schedule_clause, hasHeavyIterations,
       [](const Situation &s) {
         return halfText(s) + ": schedule(dynamic, " + chunkText(s) +
                ") lets a thread that is done fetch the next.";
       }},
      {"schedule-last-chunks", line, schedule_clause,
       [](const Situation &s) { return isWorksharingLoop(s) && isDynamic(s); },
       "with this schedule only the last chunks can be uneven: make chunks smaller, or "
       "let the heaviest iterations come first."},
      {"schedule-scattered", line, kruskal_weiss, isLateByChance,
       [](const Situation &s) {
         return scatterText(s) + ", and the " + countText(iterationsOfThread(s)) +
                " that a thread is given do not even that out" + partText(partByChance(s)) +
                ": schedule(dynamic, " + chunkText(s) +
                ") lets a thread that is done fetch the next.";
       }},
      {"schedule-smaller-chunk", line, schedule_clause,
       [](const Situation &s) {
         Schedule schedule = staticSchedule(s);
         return hasLikeShares(s) && !schedule.chunk.empty() && schedule.value != 1 &&
                partByChunk(s).value_or(1) >= part_told;
       },
       [](const Situation &s) {
         std::optional<double> part = partByChunk(s);
         return likeSharesText(s) + ", and chunks of " + printable(staticSchedule(s).chunk) +
                (part ? " give" : " may give") + " some threads more of them than others" +
                partText(part.value_or(1)) + ": leave the chunk out, or make it smaller.";
       }},
      {"schedule-unknown", line, schedule_clause,
       [](const Situation &s) { return hasLikeShares(s) && isUnknown(s); },
       [](const Situation &s) {
         return likeSharesText(s) + ", and schedule(" + scheduleIn(s).kind +
                ") does not tell how they are shared out: try schedule(static), which gives every "
                "thread as many.";
       }},
      {"imbalance-not-schedule", line, "sampled iterations of this run", hasLikeShares,
       [](const Situation &s) {
         return likeSharesText(s) +
                ", so no schedule is to blame: either they do not divide by p, or threads "
                "differ in speed (memory of another node, a core that is shared).";
       }},
      {"loop-execution-short", line, "per-instance imbalance of this run",
       [](const Situation &s) { return isWorksharingLoop(s) && waitsAsForStart(s); },
       [](const Situation &s) {
         return "it is executed " + countText(s.construct->instances) + " times, and waits are " +
                timeText(s.line.time.time_s / s.construct->instances) +
                " each time, as threads do not start at once: no schedule is to blame; give each "
                "execution more work, or share out a loop around it.";
       }},
      {"schedule-try", line, schedule_clause, isWorksharingLoop,
       "the threads' shares of this loop are unequal: try schedule(static, 1) if the cost "
       "changes steadily with the iteration, else schedule(dynamic, chunk)."},
      {"sections-unequal", line, "OpenMP 5.2, sections construct",
       [](const Situation &s) { return isKind(s, "sections") || isKind(s, "section"); },
       "the sections are unequal: cut the longest one in two, or make them tasks."},
      {"region-of-loop", line, "barrier waits by cause",
       [](const Situation &s) { return s.construct && s.construct->isCombinedRegion(); },
       "nothing in it but its loop or sections, which have lines of their own: what is "
       "left are threads that began late or lost their core, so measure again on a quiet "
       "machine, or give the region more work."},
      {"region-of-regions", line, "barrier waits by cause",
       [](const Situation &s) { return isKind(s, "parallel") && doesLittleItself(s); },
       "what the region does itself, outside of the constructs in it, is too short for "
       "that: either a thread lost its core, so measure again on a quiet machine, or what "
       "its threads do in regions inside of it is unequal: share out by cost what leads "
       "to these."},
      {"region-unequal", line, "OpenMP 5.2, worksharing-loop construct",
       [](const Situation &s) { return isKind(s, "parallel") || isExecutedByEach(s); },
       "what each of the region's threads executes here is unequal: share it out by cost, "
       "or let a worksharing loop do it, unless one thread does it in a branch: then make "
       "that shorter."},
      {"imbalance-one-thread", line, "barrier waits by cause",
       [](const Situation &s) { return s.construct != nullptr; },
       "the others wait for the thread that is in it: make it shorter, or let them go on "
       "with what does not need it."},
      {"imbalance-places", line, ovaltine, ofProgram,
       "it is spread over many constructs: `tare report --by construct` lists them."},
  };
}

} // namespace tare
