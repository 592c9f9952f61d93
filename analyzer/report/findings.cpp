// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/findings.h"

#include "analyzer/ledger/iteration_shape.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/teams.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr size_t widest_sparkline = 24;

/// "42 %"; bounded, since a foreign figure may be anything.
std::string wholePercent(double share) {
  return std::to_string(std::lround(100 * std::clamp(std::isfinite(share) ? share : 0, 0.0, 1e6))) +
         " %";
}

/// Means of neighbours, so that not more than `most` are left.
std::vector<double> thinned(const std::vector<double> &values, size_t most) {
  if (values.size() <= most)
    return values;
  std::vector<double> means(most, 0), counts(most, 0);
  for (size_t i = 0; i < values.size(); ++i) {
    means[i * most / values.size()] += values[i];
    counts[i * most / values.size()] += 1;
  }
  for (size_t i = 0; i < most; ++i)
    means[i] /= counts[i];
  return means;
}

/// How often threads waited for a lock, and for how long it was held.
std::string lockText(const LockUse &lock) {
  std::string text = "waited in " + percentText(lock.contended / lock.acquisitions) + " % of " +
                     countText(lock.acquisitions) + " acquisitions";
  if (lock.held_s > 0)
    text += "; held for " + timeText(lock.held_s) + " in all, " +
            timeText(lock.held_s / lock.acquisitions) + " each";
  return text;
}

std::string rangeText(const IterationShape &shape) {
  return std::to_string(shape.first) + " to " + std::to_string(shape.last);
}

/// The loop variable may go up or down with the iterations; without one they are counted.
std::string costlierText(bool rises, const std::string &variable) {
  if (variable.empty())
    return rises ? "the later, the costlier" : "the earlier, the costlier";
  return (rises ? "the larger " : "the smaller ") + printable(variable) + ", the costlier";
}

/// The shape in words; where half of the time is, if iterations differ.
std::string shapeText(const IterationShape &shape, const std::string &variable) {
  std::string half = "half of the time is in " + wholePercent(shape.half_share) + " of them";
  std::string where = shape.together ? ", " + rangeText(shape) : "";
  switch (shape.kind) {
  case IterationShape::Kind::Even:
    return "all cost about the same";
  case IterationShape::Kind::Scattered:
    return "about the same along the loop, but single ones differ in no order that shows: "
           "standard deviation " +
           wholePercent(shape.deviation) + " of the mean";
  case IterationShape::Kind::Rising:
  case IterationShape::Kind::Falling:
    return costlierText(shape.kind == IterationShape::Kind::Rising, variable) + "; " + half + where;
  case IterationShape::Kind::Peaked:
    return "a few are heavy; " + half + where;
  case IterationShape::Kind::Uneven:
    return half + where;
  case IterationShape::Kind::Mixed:
    return "its executions have different ranges, so what differs may be these, and nothing is "
           "said of single iterations";
  }
  return half;
}

/// " [▁▂█]"
std::string drawn(const std::vector<double> &values, bool sparklines) {
  return sparklines ? " [" + sparkline(values) + "]" : "";
}

/// The sampled iterations as a sparkline along the loop variable, with their shape in words.
void addIterations(const ConstructLines &construct, bool sparklines,
                   std::vector<std::string> &findings) {
  std::vector<IterationBin> bins = soundBins(construct.iterations);
  std::optional<IterationShape> shape = shapeOf(construct);
  if (!shape)
    return;
  std::vector<double> costs;
  for (const IterationBin &bin : bins)
    costs.push_back(bin.mean_s);
  std::string range =
      std::to_string(bins.front().first) + " to " + std::to_string(bins.back().last);
  const std::string &variable = construct.iteration_variable;
  std::string sampled = variable.empty()
                            ? "sampled iterations " + range + " of each thread"
                            : "sampled iterations, " + printable(variable) + " from " + range;
  constexpr double too_short_s = 20e-9; // less than what a sample's probes take
  if (shape->mean_s < too_short_s) {
    findings.push_back(sampled + ": too short to be compared, some nanoseconds each");
    return;
  }
  sampled += ", mean " + timeText(shape->mean_s);
  bool is_mixed = shape->kind == IterationShape::Kind::Mixed;
  findings.push_back(sampled + (is_mixed ? "" : drawn(costs, sparklines)) + ": " +
                     shapeText(*shape, variable));
}

/// Waits as a share of the construct's time, over the run.
void addOverTime(const ConstructLines &construct, bool sparklines,
                 std::vector<std::string> &findings) {
  std::vector<double> waits;
  double wait = 0, span = 0, least = 1e300, most = 0;
  for (const ImbalanceBin &bin : construct.over_time) {
    double share = bin.span_s > 0 ? std::max(bin.wait_s / bin.span_s, 0.0) : 0;
    waits.push_back(std::isfinite(share) ? share : 0);
    wait += bin.wait_s;
    span += bin.span_s;
    if (bin.instances > 0) {
      least = std::min(least, waits.back());
      most = std::max(most, waits.back());
    }
  }
  if (waits.size() < 2 || span <= 0 || !(most > 0))
    return;
  findings.push_back("imbalance over the run, " + timeText(construct.over_time.front().start_s) +
                     " to " + timeText(construct.over_time.back().end_s) +
                     drawn(waits, sparklines) + ": waits are " + wholePercent(wait / span) +
                     " of its time, " + wholePercent(least) + " to " + wholePercent(most));
}

/// How often a construct was executed against one thread: of a loop its iterations, of a task the
/// tasks created.
std::string timesAsOften(const std::string &kind, const std::string &times,
                         const std::string &one) {
  if (kind == "for" || kind == "task")
    return times + " times as many " + (kind == "for" ? "iterations" : "tasks") + " as on " + one;
  return "executed " + times + " times as often as on " + one;
}

/// Share of T_s from which a missing counterpart is worth a word.
constexpr double worth_a_counterpart = 0.001;

/// "2", "2 ranks", or what teams the program makes itself.
std::string teamsText(const Table &table) {
  if (!makesOwnTeams(table))
    return table.ranks > 0 ? sizeText(sizeOf(table)) : std::to_string(table.threads);
  return "the program's own teams of " + ratioText(table.mean_threads_in_regions) + " on average";
}

/// Its work in the serial program, on one thread and on p. Nothing where a figure is below 0: its
/// probes took more than it did.
void addWork(const ConstructLines &construct, const Table &table,
             std::vector<std::string> &findings) {
  const WorkTimes &work = *construct.work;
  if (std::min({work.serial_s, work.one_s, work.many_s}) < 0)
    return;
  if (!(work.many_s > 0 || work.one_s > 0))
    return;
  std::vector<std::string> times;
  bool counterpart = !construct.counterpart.empty() && construct.counterpart != "none";
  if (counterpart && work.serial_s > 0)
    times.push_back(timeText(work.serial_s) + " in the serial program");
  if (work.one_s > 0)
    times.push_back(timeText(work.one_s) + " on " + oneText(table));
  bool is_that_run = work.one_s > 0 && table.threads == 1 && !makesOwnTeams(table);
  if (!is_that_run)
    times.push_back((work.many_s == 0 ? "none" : timeText(work.many_s)) + " on " +
                    teamsText(table));
  std::string text = "its work, " + allTogether(table) + ": " + joinText(times, ", ");
  if (work.executions_ratio > 0 && std::fabs(work.executions_ratio - 1) > 0.01)
    text += "; " + timesAsOften(construct.kind, ratioText(work.executions_ratio), oneText(table));
  if (work.not_on_one)
    text += "; it was not executed on " + oneText(table);
  if (construct.counterpart == "none" &&
      work.one_s > worth_a_counterpart * table.serial_time.time_s)
    text += "; no serial counterpart was found";
  findings.push_back(text);
}

} // namespace

std::vector<std::string> findingsOf(const ConstructLines &construct, const Table &table,
                                    bool sparklines) {
  std::vector<std::string> findings;
  if (construct.lock && construct.lock->acquisitions > 0)
    findings.push_back(lockText(*construct.lock));
  addIterations(construct, sparklines, findings);
  addOverTime(construct, sparklines, findings);
  if (construct.work)
    addWork(construct, table, findings);
  return findings;
}

LockSum lockSum(const Table &table) {
  LockSum sum;
  for (const ConstructLines &construct : table.constructs)
    if (construct.lock) {
      sum.acquisitions += construct.lock->acquisitions;
      sum.contended += construct.lock->contended;
      sum.held_s += construct.lock->held_s;
    }
  return sum;
}

/// The largest value has full height; nothing below it is scaled up.
std::string sparkline(const std::vector<double> &values) {
  static constexpr const char *heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::vector<double> shown = thinned(values, widest_sparkline);
  double most = shown.empty() ? 0 : *std::ranges::max_element(shown);
  std::string text;
  for (double value : shown) {
    double height = most > 0 && std::isfinite(value / most) ? std::max(value / most, 0.0) : 0;
    text += value > 0 ? heights[std::min(7, static_cast<int>(8 * height))] : " ";
  }
  return text;
}

} // namespace tare
