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
  if (run.tuple == 0)
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
  return run.tuple > 0 && run.threads == threads && !shared;
}

/// Which run is not accepted, and why.
std::string describe(const RunRecord &run) {
  return run.role + " run " + std::to_string(run.number) + ": " + run.accepted;
}

/// Drops runs that do not count, and says whether the tuple is whole and accepted.
void settle(TupleRuns &tuple, const Manifest &manifest) {
  if (manifest.reference == "serial")
    tuple.plain_one = nullptr;
  tuple.complete = tuple.parallel && tuple.one && tuple.instrumented &&
                   (tuple.serial || manifest.reference != "serial");
  for (auto [role, run] : {std::pair(role::ignored, &tuple.ignored),
                           std::pair(role::serial_instrumented, &tuple.serial_instrumented),
                           std::pair(role::null, &tuple.null)}) {
    bool is_wanted = hasRole(manifest, role);
    tuple.complete &= *run || !is_wanted;
    *run = is_wanted ? *run : nullptr;
  }
  if (!tuple.complete)
    tuple.rejected_because = "a run is missing or failed";
  for (const RunRecord *run : {tuple.serial, tuple.ignored, tuple.serial_instrumented, tuple.one,
                               tuple.plain_one, tuple.parallel, tuple.null, tuple.instrumented})
    if (run && run->accepted != "yes" && tuple.rejected_because.empty()) {
      tuple.rejected_because = describe(*run);
      tuple.rejected_run = run;
    }
}

} // namespace

void placeRun(const RunRecord &run, TupleRuns &tuple) {
  if (run.role == role::serial)
    tuple.serial = &run;
  if (run.role == role::ignored)
    tuple.ignored = &run;
  if (run.role == role::serial_instrumented)
    tuple.serial_instrumented = &run;
  if (run.role == role::parallel && run.threads == tuple.threads)
    tuple.parallel = &run;
  if (run.role == role::parallel && run.threads == 1)
    tuple.plain_one = &run;
  if (run.role == role::null && run.threads == tuple.threads)
    tuple.null = &run;
  if (run.role == role::instrumented && run.threads == 1)
    tuple.one = &run;
  if (run.role == role::instrumented && run.threads == tuple.threads)
    tuple.instrumented = &run;
}

bool hasRole(const Manifest &manifest, const std::string &role) {
  bool is_missing = std::ranges::count(manifest.missing_roles, role) > 0;
  return !is_missing && std::ranges::any_of(manifest.runs, [&](const RunRecord &run) {
    return run.role == role && run.tuple > 0;
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

std::vector<TupleRuns> tuplesOf(const Manifest &manifest, int threads) {
  std::set<int> numbers;
  for (const RunRecord &run : manifest.runs)
    if (belongsTo(run, threads))
      numbers.insert(run.tuple);
  std::vector<TupleRuns> tuples;
  for (int number : numbers) {
    TupleRuns tuple;
    tuple.tuple = number;
    tuple.threads = threads;
    for (const RunRecord &run : manifest.runs)
      if (run.tuple == number && !failed(run))
        placeRun(run, tuple);
    settle(tuple, manifest);
    tuples.push_back(tuple);
  }
  return tuples;
}

std::vector<int> threadsThatNeedMore(const Manifest &manifest) {
  std::vector<int> wanting;
  for (int p : manifest.threads) {
    std::vector<TupleRuns> tuples = tuplesOf(manifest, p);
    auto accepted = std::count_if(tuples.begin(), tuples.end(),
                                  [](const TupleRuns &t) { return t.rejected_because.empty(); });
    if (accepted < manifest.repeat)
      wanting.push_back(p);
  }
  return wanting;
}

} // namespace tare
