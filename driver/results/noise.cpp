// SPDX-License-Identifier: Apache-2.0
#include "driver/results/noise.h"

#include "base/median.h"
#include "driver/results/schedule.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace tare {
namespace {

std::string percentText(const char *what, double share, double limit) {
  char text[160];
  std::snprintf(text, sizeof text, "%s %.1f %% (limit %.0f %%)", what, 100 * share, 100 * limit);
  return text;
}

/// Medians over all runs of the experiment.
struct ProbeMedians {
  double register_s = 0, memory_s = 0; // 0: no probe was made
};

ProbeMedians probeMedians(const Manifest &manifest) {
  std::vector<double> registers, memories;
  for (const RunRecord &run : manifest.runs) {
    if (run.register_probe_s > 0)
      registers.push_back(run.register_probe_s);
    if (run.memory_probe_s > 0)
      memories.push_back(run.memory_probe_s);
  }
  return {medianOf(registers), medianOf(memories)};
}

/// Empty: the probe was as fast as usual.
std::string probeVerdict(const char *what, double value, double median, double limit) {
  if (value <= 0 || median <= 0)
    return {};
  double share = std::fabs(value / median - 1);
  return share > limit ? percentText(what, share, limit) : std::string();
}

/// The gate that fits: waiting for a core means something only while there is one for everybody,
/// those included that the program starts beyond p (nested teams, threads of its own).
std::string coreVerdict(const RunRecord &run, const Manifest &manifest, const NoiseLimits &limits) {
  double seconds = windowSeconds(run, manifest);
  int cores = std::max(1, manifest.machine.cores);
  if (seconds <= 0)
    return {};
  if (std::max(run.threads, run.threads_alive) <= cores) {
    double share = run.runq_s / (run.threads * seconds);
    return share > limits.runq_share ? percentText("run-queue delay", share, limits.runq_share)
                                     : std::string();
  }
  double granularity = static_cast<double>(cores) / limits.jiffies_per_second;
  double share = run.foreign_cpu_s / (cores * seconds);
  bool busy = share > limits.foreign_share && run.foreign_cpu_s > granularity;
  return busy ? percentText("CPU time of other processes", share, limits.foreign_share)
              : std::string();
}

std::string verdict(const RunRecord &run, const Manifest &manifest, const ProbeMedians &medians,
                    const NoiseLimits &limits) {
  if (failed(run))
    return "failed";
  if (run.repetition == 0)
    return "warm-up";
  std::string reason = coreVerdict(run, manifest, limits);
  if (reason.empty())
    reason = probeVerdict("register probe off its median by", run.register_probe_s,
                          medians.register_s, limits.register_spread);
  if (reason.empty())
    reason = probeVerdict("memory probe off its median by", run.memory_probe_s, medians.memory_s,
                          limits.memory_spread);
  return reason.empty() ? "yes" : reason;
}

/// True when the run was made for this p; the instrumented 1-thread run is made for every p.
bool belongsTo(const RunRecord &run, int threads) {
  bool shared = run.role == role::serial || (isExtra(run.role) && run.role != role::null) ||
                (run.role == role::instrumented && run.threads == 1);
  return run.repetition > 0 && run.threads == threads && !shared;
}

/// Which run is not accepted, and why.
std::string describe(const RunRecord &run) {
  return run.role + " run " + std::to_string(run.number) + ": " + run.accepted;
}

/// Drops runs that do not count, and says whether the repetition is whole and accepted.
void settle(RepetitionRuns &repetition, const Manifest &manifest) {
  if (manifest.reference == "serial")
    repetition.plain_one = nullptr;
  repetition.complete = repetition.parallel && repetition.one && repetition.instrumented &&
                        (repetition.serial || manifest.reference != "serial");
  for (auto [role, run] : {std::pair(role::ignored, &repetition.ignored),
                           std::pair(role::serial_instrumented, &repetition.serial_instrumented),
                           std::pair(role::null, &repetition.null)}) {
    bool is_wanted = hasRole(manifest, role);
    repetition.complete &= *run || !is_wanted;
    *run = is_wanted ? *run : nullptr;
  }
  if (!repetition.complete)
    repetition.rejected_because = "a run is missing or failed";
  for (const RunRecord *run :
       {repetition.serial, repetition.ignored, repetition.serial_instrumented, repetition.one,
        repetition.plain_one, repetition.parallel, repetition.null, repetition.instrumented})
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
  if (run.role == role::parallel && run.threads == repetition.threads)
    repetition.parallel = &run;
  if (run.role == role::parallel && run.threads == 1)
    repetition.plain_one = &run;
  if (run.role == role::null && run.threads == repetition.threads)
    repetition.null = &run;
  if (run.role == role::instrumented && run.threads == 1)
    repetition.one = &run;
  if (run.role == role::instrumented && run.threads == repetition.threads)
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
  return verdict(run, manifest, probeMedians(manifest), limits);
}

void judgeRuns(Manifest &manifest, const NoiseLimits &limits) {
  ProbeMedians medians = probeMedians(manifest);
  for (RunRecord &run : manifest.runs)
    run.accepted = verdict(run, manifest, medians, limits);
}

std::vector<RepetitionRuns> repetitionsOf(const Manifest &manifest, int threads) {
  std::set<int> numbers;
  for (const RunRecord &run : manifest.runs)
    if (belongsTo(run, threads))
      numbers.insert(run.repetition);
  std::vector<RepetitionRuns> repetitions;
  for (int number : numbers) {
    RepetitionRuns repetition;
    repetition.repetition = number;
    repetition.threads = threads;
    for (const RunRecord &run : manifest.runs)
      if (run.repetition == number && !failed(run))
        placeRun(run, repetition);
    settle(repetition, manifest);
    repetitions.push_back(repetition);
  }
  return repetitions;
}

std::vector<int> threadsThatNeedMore(const Manifest &manifest) {
  std::vector<int> wanting;
  for (int p : manifest.threads) {
    std::vector<RepetitionRuns> repetitions = repetitionsOf(manifest, p);
    auto accepted =
        std::count_if(repetitions.begin(), repetitions.end(),
                      [](const RepetitionRuns &t) { return t.rejected_because.empty(); });
    if (accepted < manifest.repeat)
      wanting.push_back(p);
  }
  return wanting;
}

} // namespace tare
