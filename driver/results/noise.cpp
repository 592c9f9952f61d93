// SPDX-License-Identifier: Apache-2.0
#include "driver/results/noise.h"

#include "base/median.h"
#include "base/quantity.h"
#include "driver/results/schedule.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace tare {
namespace {

using Like = std::pair<std::string, RunSize>; // role, size

std::string disturbedText(const char *what, double share, double limit) {
  char text[160];
  std::snprintf(text, sizeof text, "%s %.0f %% of its time (limit %.0f %%)", what, 100 * share,
                100 * limit);
  return text;
}

/// Whether there is a CPU for each of its threads, those included that the program starts beyond p
/// (nested teams, threads of its own).
bool hasCores(const RunRecord &run, const Manifest &manifest) {
  return std::max(run.threads, run.threads_alive) <= std::max(1, manifest.machine.cores);
}

/// How far others disturbed a run. Waiting for a CPU means something only while there is one for
/// everybody.
double disturbedShare(const RunRecord &run, const Manifest &manifest, const NoiseLimits &limits) {
  double seconds = windowSeconds(run, manifest);
  int cores = std::max(1, manifest.machine.cores);
  if (seconds <= 0)
    return 0;
  if (hasCores(run, manifest))
    return run.runq_s / (run.threads * seconds);
  double granularity = static_cast<double>(cores) / limits.jiffies_per_second;
  return run.foreign_cpu_s > granularity ? run.foreign_cpu_s / (cores * seconds) : 0;
}

/// The window without what its threads waited for a CPU.
double undisturbedSeconds(const RunRecord &run, const Manifest &manifest) {
  double seconds = windowSeconds(run, manifest);
  return hasCores(run, manifest) ? std::max(seconds - run.runq_s / run.threads, 0.0) : seconds;
}

/// The middle of runs that are alike, and their scatter. None: there are too few.
struct Usual {
  double median_s = 0, spread_s = 0;
  double disturbed_share = 0;
};

std::map<Like, Usual> usualTimes(const Manifest &manifest, const NoiseLimits &limits) {
  constexpr double to_deviation = 1.4826; // of a normal distribution
  std::map<Like, std::vector<double>> times, shares;
  for (const RunRecord &run : manifest.runs)
    if (run.repetition > 0 && !failed(run)) {
      times[{run.role, run.size()}].push_back(undisturbedSeconds(run, manifest));
      shares[{run.role, run.size()}].push_back(disturbedShare(run, manifest, limits));
    }
  std::map<Like, Usual> usual;
  for (const auto &[like, seconds] : times) {
    if (seconds.size() < limits.fewest_alike)
      continue;
    double median = medianOf(seconds);
    std::vector<double> apart;
    for (double each : seconds)
      apart.push_back(std::fabs(each - median));
    usual[like] = {median, std::max(to_deviation * medianOf(apart), limits.least_spread * median),
                   medianOf(shares[like])};
  }
  return usual;
}

std::string disturbedVerdict(const RunRecord &run, const Manifest &manifest,
                             const std::map<Like, Usual> &usual, const NoiseLimits &limits) {
  auto found = usual.find({run.role, run.size()});
  double limit =
      limits.disturbed_share + (found == usual.end() ? 0 : found->second.disturbed_share);
  double share = disturbedShare(run, manifest, limits);
  const char *what =
      hasCores(run, manifest) ? "threads waited for a CPU for" : "other programs had the CPUs for";
  return share > limit ? disturbedText(what, share, limit) : std::string();
}

std::string outlierVerdict(const RunRecord &run, const Manifest &manifest,
                           const std::map<Like, Usual> &usual, const NoiseLimits &limits) {
  auto found = usual.find({run.role, run.size()});
  double seconds = undisturbedSeconds(run, manifest);
  if (found == usual.end() ||
      std::fabs(seconds - found->second.median_s) <= limits.outlier * found->second.spread_s)
    return {};
  return "it took " + timeText(seconds) + ", and runs like it " + timeText(found->second.median_s);
}

std::string verdict(const RunRecord &run, const Manifest &manifest,
                    const std::map<Like, Usual> &usual, const NoiseLimits &limits) {
  if (failed(run))
    return "failed";
  if (run.repetition == 0)
    return "warm-up";
  std::string reason = disturbedVerdict(run, manifest, usual, limits);
  if (reason.empty())
    reason = outlierVerdict(run, manifest, usual, limits);
  return reason.empty() ? "yes" : reason;
}

/// True when the run was made for this size; the one that it is compared with is made for several.
bool belongsTo(const RunRecord &run, const Manifest &manifest, RunSize size) {
  bool shared =
      run.role == role::serial || isExtra(run.role) ||
      (run.role == role::instrumented && run.size() == referenceSize(size, manifest.same_ranks));
  bool beside_null = manifest.null_from > 0 && run.repetition >= manifest.null_from;
  return run.repetition > 0 && run.size() == size && !shared && !beside_null;
}

/// Which run is not accepted, and why.
std::string describe(const RunRecord &run) {
  return run.role + " run " + std::to_string(run.number) + ": " + run.accepted;
}

/// The pointers of a repetition to runs that every number of threads shares.
struct SharedRun {
  const char *role;
  const RunRecord *RepetitionRuns::*place;
};
constexpr SharedRun shared_runs[] = {
    {role::serial, &RepetitionRuns::serial},
    {role::ignored, &RepetitionRuns::ignored},
    {role::serial_instrumented, &RepetitionRuns::serial_instrumented},
    {role::instrumented, &RepetitionRuns::one}};

/// Programs need not be run equally often: a repetition without a run of its own, or with one that
/// is left out, takes one of another repetition, all of them in turn.
void borrow(RepetitionRuns &repetition, const Manifest &manifest) {
  for (const SharedRun &shared : shared_runs) {
    const RunRecord *own = repetition.*shared.place;
    if (own && own->accepted == "yes")
      continue;
    std::vector<const RunRecord *> used, all;
    for (const RunRecord &run : manifest.runs)
      if (run.role == shared.role && run.repetition > 0 && !failed(run) &&
          (run.role != role::instrumented || run.size() == repetition.reference)) {
        all.push_back(&run);
        if (run.accepted == "yes")
          used.push_back(&run);
      }
    const std::vector<const RunRecord *> &from = used.empty() && !own ? all : used;
    if (!from.empty())
      repetition.*shared.place = from[static_cast<size_t>(repetition.repetition - 1) % from.size()];
  }
}

/// Drops runs that do not count, and says whether the repetition is whole and used.
void settle(RepetitionRuns &repetition, const Manifest &manifest) {
  borrow(repetition, manifest);
  if (manifest.reference == "serial")
    repetition.plain_one = nullptr;
  bool is_refined = !manifest.quick;
  repetition.complete = repetition.parallel && repetition.instrumented &&
                        (repetition.one || !is_refined) &&
                        (repetition.serial || manifest.reference != "serial");
  for (auto [role, run] : {std::pair(role::ignored, &repetition.ignored),
                           std::pair(role::serial_instrumented, &repetition.serial_instrumented)}) {
    bool is_wanted = hasRole(manifest, role);
    repetition.complete &= *run || !is_wanted;
    *run = is_wanted ? *run : nullptr;
  }
  if (!repetition.complete)
    repetition.rejected_because = "a run is missing or failed";
  for (const RunRecord *run :
       {repetition.serial, repetition.ignored, repetition.serial_instrumented, repetition.one,
        repetition.plain_one, repetition.parallel, repetition.instrumented})
    if (run && run->accepted != "yes" && repetition.rejected_because.empty()) {
      repetition.rejected_because = describe(*run);
      repetition.rejected_run = run;
    }
}

} // namespace

void placeRun(const RunRecord &run, RepetitionRuns &repetition) {
  if (run.role == role::serial)
    repetition.serial = &run;
  if (run.role == role::ignored)
    repetition.ignored = &run;
  if (run.role == role::serial_instrumented)
    repetition.serial_instrumented = &run;
  if (run.role == role::parallel && run.size() == repetition.size)
    repetition.parallel = &run;
  if (run.role == role::parallel && run.size() == repetition.reference)
    repetition.plain_one = &run;
  if (run.role == role::instrumented && run.size() == repetition.reference)
    repetition.one = &run;
  if (run.role == role::instrumented && run.size() == repetition.size)
    repetition.instrumented = &run;
}

bool hasRole(const Manifest &manifest, const std::string &role) {
  bool is_missing = std::ranges::count(manifest.missing_roles, role) > 0;
  return !is_missing && std::ranges::any_of(manifest.runs, [&](const RunRecord &run) {
    return run.role == role && run.repetition > 0;
  });
}

bool failed(const RunRecord &run) {
  return run.exit_status != run.expected_status || run.signal || run.timed_out;
}

double windowSeconds(const RunRecord &run, const Manifest &manifest) {
  if (run.window_ticks > 0 && manifest.machine.ticks_per_second > 0)
    return static_cast<double>(run.window_ticks) / manifest.machine.ticks_per_second;
  return run.wall_s;
}

std::string verdictOf(const RunRecord &run, const Manifest &manifest, const NoiseLimits &limits) {
  return verdict(run, manifest, usualTimes(manifest, limits), limits);
}

void judgeRuns(Manifest &manifest, const NoiseLimits &limits) {
  std::map<Like, Usual> usual = usualTimes(manifest, limits);
  for (RunRecord &run : manifest.runs)
    run.accepted = verdict(run, manifest, usual, limits);
}

std::vector<RepetitionRuns> repetitionsOf(const Manifest &manifest, RunSize size) {
  std::set<int> numbers;
  for (const RunRecord &run : manifest.runs)
    if (belongsTo(run, manifest, size))
      numbers.insert(run.repetition);
  std::vector<RepetitionRuns> repetitions;
  for (int number : numbers) {
    RepetitionRuns repetition;
    repetition.repetition = number;
    repetition.size = size;
    repetition.reference = referenceSize(size, manifest.same_ranks);
    for (const RunRecord &run : manifest.runs)
      if (run.repetition == number && !failed(run))
        placeRun(run, repetition);
    settle(repetition, manifest);
    repetitions.push_back(repetition);
  }
  return repetitions;
}

size_t acceptedAmong(const std::vector<RepetitionRuns> &repetitions) {
  auto is_accepted = [](const RepetitionRuns &r) { return r.rejected_because.empty(); };
  return static_cast<size_t>(std::ranges::count_if(repetitions, is_accepted));
}

bool leftData(const RunRecord &run) {
  return !run.profile.empty() ||
         (!run.of_ranks.empty() && std::ranges::all_of(run.of_ranks, [](const RankRecord &rank) {
           return !rank.messages.empty() && rank.window_ticks > 0;
         }));
}

bool isMeasured(const RepetitionRuns &repetition) {
  return repetition.complete && leftData(*repetition.instrumented);
}

bool takesAll(const std::vector<RepetitionRuns> &repetitions, const NoiseLimits &limits) {
  return acceptedAmong(repetitions) < std::min(size_t(limits.fewest_accepted), repetitions.size());
}

std::vector<RepetitionRuns> usedAmong(std::vector<RepetitionRuns> repetitions) {
  if (!takesAll(repetitions))
    std::erase_if(repetitions, [](const RepetitionRuns &r) { return !r.rejected_because.empty(); });
  return repetitions;
}

} // namespace tare
