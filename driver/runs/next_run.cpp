// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/next_run.h"

#include "base/student.h"
#include "driver/results/noise.h"
#include "driver/results/rewriting_of.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace tare {
namespace {

using Like = std::pair<std::string, RunSize>; // role, size

Like likeOf(const PlannedRun &run) { return {run.role, run.size}; }

class Planner {
public:
  Planner(const Manifest &manifest, const OtherRoles &roles, const RunLimits &limits)
      : manifest_(manifest), roles_(roles), limits_(limits) {
    for (const RunRecord &run : manifest_.runs) {
      Like like{run.role, run.size()};
      if (run.repetition == 0) {
        warm_.insert(like);
        continue;
      }
      made_.insert({run.repetition, like});
      ran_.insert(like);
      spent_s_ += run.wall_s;
      if (run.accepted == "yes")
        seconds_[like].push_back(windowSeconds(run, manifest_));
      else
        left_out_.insert({run.repetition, like});
    }
  }

  std::optional<PlannedRun> next() const {
    if (manifest_.null_from > 0)
      return nextNull();
    if (made_.empty())
      for (const PlannedRun &run : warmUpRuns(roles_, manifest_.sizes()))
        if (isThere(run) && !warm_.contains(likeOf(run)))
          return run;
    for (int repetition = 1; repetition <= last(); ++repetition)
      for (const PlannedRun &run : planned(repetition))
        if (!made_.contains({repetition, likeOf(run)}))
          return run;
    return std::nullopt;
  }

private:
  /// Pairs until they tell what rewriting did, for every number of threads.
  std::optional<PlannedRun> nextNull() const {
    for (int pair = 0; pair < limits_.most_null; ++pair) {
      int repetition = manifest_.null_from + pair;
      for (const PlannedRun &run : nullRunsOfRepetition(repetition, roles_, manifest_.sizes()))
        if (isThere(run) && !made_.contains({repetition, likeOf(run)}) && wantsNull(run.size, pair))
          return run;
    }
    return std::nullopt;
  }

  bool wantsNull(RunSize size, int pair) const {
    std::optional<Rewriting> known = rewritingOf(manifest_, size);
    return pair < fewest_runs ||
           (nullSeconds() < limits_.cheap_s &&
            (!known || known->pairs < limits_.usual || known->half > limits_.precision));
  }

  double nullSeconds() const {
    double sum = 0;
    for (const RunRecord &run : manifest_.runs)
      if (run.repetition >= manifest_.null_from)
        sum += run.wall_s;
    return sum;
  }

  bool isThere(const PlannedRun &run) const {
    return !std::ranges::count(manifest_.missing_roles, run.role);
  }

  std::vector<PlannedRun> planned(int repetition) const {
    std::vector<PlannedRun> runs = runsOfRepetition(repetition, roles_, manifest_.sizes());
    std::erase_if(runs,
                  [&](const PlannedRun &run) { return !isThere(run) || !wants(run, repetition); });
    return runs;
  }

  /// The last repetition that may be needed.
  int last() const { return limits_.fixed ? 2 * limits_.usual : std::max(limits_.most, base()); }

  /// Repetitions that everything is worth, before precision is asked about.
  int base() const {
    if (limits_.fixed)
      return limits_.usual;
    if (roles_.quick)
      return fewest_runs;
    double each = secondsOfRepetition();
    int cheap = each > 0 ? static_cast<int>(std::min(limits_.cheap_s / each, 1e6)) : limits_.usual;
    return std::clamp(cheap, std::min(fewest_runs, limits_.usual), limits_.usual);
  }

  /// Whether a run belongs to a repetition.
  bool wants(const PlannedRun &run, int repetition) const {
    int base = this->base();
    bool is_dear = base < limits_.usual && !limits_.fixed;
    if (roles_.quick && run.role == role::serial)
      return repetition == 1;
    int fewest = isExtra(run.role) && is_dear ? fewest_of_refinements : base;
    if (repetition <= fewest)
      return true;
    if (made_.contains({repetition, likeOf(run)}))
      return true;
    if (isExtra(run.role) && is_dear)
      return false;
    return replaces(run, repetition, base) || (!limits_.fixed && sharpens(run, repetition));
  }

  /// Runs that were left out are made again, once each. That is given up when a whole `base` of
  /// them in a row is left out: such a machine will not get quiet.
  bool replaces(const PlannedRun &run, int repetition, int base) const {
    int fruitless = 0;
    for (int before = repetition - 1; before >= 1 && !wasUsed(run, before); --before)
      ++fruitless;
    return repetition - base <= base && used(run) < base && fruitless < base;
  }

  /// More of what is not known well enough.
  bool sharpens(const PlannedRun &run, int repetition) const {
    bool may = repetition <= limits_.most && (limits_.insists || spent_s_ < limits_.cheap_s);
    return may && !roles_.quick &&
           std::ranges::any_of(togetherWith(run), [&](const Like &like) { return isWide(like); });
  }

  bool isWide(const Like &like) const {
    auto found = seconds_.find(like);
    return ran_.contains(like) &&
           (found == seconds_.end() || relativeHalfWidth(found->second) > limits_.precision);
  }

  /// The plain and the instrumented program on p threads are run together.
  static std::vector<Like> togetherWith(const PlannedRun &run) {
    if (run.role == role::serial || isExtra(run.role))
      return {likeOf(run)};
    return {{role::parallel, run.size}, {role::instrumented, run.size}};
  }

  bool wasUsed(const PlannedRun &run, int repetition) const {
    std::vector<Like> group = togetherWith(run);
    return std::ranges::none_of(left_out_,
                                [&](const std::pair<int, Like> &each) {
                                  return each.first == repetition &&
                                         std::ranges::count(group, each.second);
                                }) &&
           made_.contains({repetition, likeOf(run)});
  }

  int used(const PlannedRun &run) const {
    int count = 0;
    for (const auto &[repetition, like] : made_)
      count += like == likeOf(run) && wasUsed(run, repetition);
    return count;
  }

  /// By the mean of the runs so far, of every program that was run; a program that was not is as
  /// long as the longest.
  double secondsOfRepetition() const {
    std::map<Like, std::pair<double, int>> sums;
    double longest = 0;
    for (const RunRecord &run : manifest_.runs) {
      auto &[sum, count] = sums[{run.role, run.size()}];
      sum += run.wall_s;
      ++count;
      longest = std::max(longest, run.wall_s);
    }
    double whole = 0;
    for (const PlannedRun &run : runsOfRepetition(1, roles_, manifest_.sizes())) {
      auto found = sums.find(likeOf(run));
      if (isThere(run))
        whole += found == sums.end() ? longest : found->second.first / found->second.second;
    }
    return whole;
  }

  const Manifest &manifest_;
  const OtherRoles &roles_;
  const RunLimits &limits_;
  std::set<Like> warm_, ran_; // without, and with a repetition
  std::set<std::pair<int, Like>> made_, left_out_;
  std::map<Like, std::vector<double>> seconds_; // of runs that are used
  double spent_s_ = 0;
};

} // namespace

RunLimits limitsOf(const Manifest &manifest) {
  RunLimits limits;
  limits.usual = manifest.repeat;
  limits.fixed = manifest.repeat_given;
  if (manifest.precision > 0) {
    limits.precision = manifest.precision;
    limits.insists = true;
  }
  return limits;
}

std::optional<PlannedRun> nextRun(const Manifest &manifest, const OtherRoles &roles,
                                  const RunLimits &limits) {
  return Planner(manifest, roles, limits).next();
}

bool isLong(const Manifest &manifest, const RunLimits &limits) {
  return manifest.runs.size() == 1 && manifest.runs.front().repetition == 0 &&
         !failed(manifest.runs.front()) && manifest.runs.front().wall_s >= limits.long_s;
}

double relativeHalfWidth(const std::vector<double> &seconds) {
  MeanBand band = meanBand(seconds);
  return band.mean > 0 ? band.half / band.mean : std::numeric_limits<double>::infinity();
}

/// Plays the experiment to its end, with runs that take as long as those before.
std::optional<Outlook> outlookOf(const Manifest &manifest, const OtherRoles &roles,
                                 const RunLimits &limits) {
  constexpr int patience = 1000;
  std::map<Like, std::pair<double, int>> sums;
  double longest = 0;
  for (const RunRecord &run : manifest.runs) {
    auto &[sum, count] = sums[{run.role, run.size()}];
    sum += run.wall_s;
    ++count;
    longest = std::max(longest, run.wall_s);
  }
  if (sums.empty())
    return std::nullopt;
  Manifest played = manifest;
  Outlook outlook{.all_known = true};
  while (std::optional<PlannedRun> next = nextRun(played, roles, limits)) {
    auto found = sums.find(likeOf(*next));
    RunRecord run;
    run.repetition = next->repetition;
    run.role = next->role;
    run.threads = next->size.threads;
    run.ranks = next->size.ranks;
    run.wall_s = found == sums.end() ? longest : found->second.first / found->second.second;
    run.accepted = "yes";
    outlook.seconds += run.wall_s;
    outlook.all_known &= found != sums.end();
    played.runs.push_back(std::move(run));
    if (++outlook.runs >= patience)
      break;
  }
  return outlook;
}

} // namespace tare
