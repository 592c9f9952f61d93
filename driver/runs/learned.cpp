// SPDX-License-Identifier: Apache-2.0
// What a run shows of the machine, the OpenMP runtime and the sources.
#include "analyzer/launch/launch.h"
#include "base/files.h"
#include "base/system.h"
#include "driver/results/noise.h"
#include "driver/results/source_hashes.h"
#include "driver/runs/experiment_run.h"
#include "driver/runs/job_ranks.h"
#include "driver/runs/openmp_build.h"

#include <algorithm>
#include <cmath>

namespace tare {

/// A launcher may bind the program to fewer cores than Tare has. Its threads then take turns on
/// them, which is no noise.
void ExperimentRun::learnCores(const RunResult &result) {
  const RunRecord &record = result.record;
  if (record.ranks > 0) {
    if (std::string few = ranksWithFewCores(result.profiles, record.size()); !few.empty())
      warnOnce(few);
    return;
  }
  Machine &machine = manifest_.machine;
  int cores = result.profile ? static_cast<int>(result.profile->cores_allowed) : 0;
  if (cores < 1 || cores >= std::min(record.threads, machine.cores) || !result.window ||
      record.runq_s < shared_cores_wait * record.threads * result.window->seconds)
    return;
  warnOnce("the program may use " + std::to_string(cores) + " of the " +
           std::to_string(machine.cores) + " cores: what starts it binds it to " +
           (cores == 1 ? "that one" : "those") + " (taskset, numactl; mpirun: try --bind-to none)");
  machine.cores = cores;
}

/// From the first profile with a region.
void ExperimentRun::learnOpenMP(const RunResult &result) {
  bool is_new =
      result.profile && result.profile->regions > 0 && manifest_.openmp_runtime.name.empty();
  if (!is_new)
    return;
  manifest_.openmp_runtime =
      openMPRuntimeOf(*result.profile, result.window ? result.window->openmp_file : "");
  if (setting_.learn_program)
    setting_.learn_program(findProgram(result.profile->program), manifest_);
}

/// The longest run knows the clock's rate best. The window of a process that fell back to another
/// clock is converted to ticks of that rate. Static programs have no windows: their profile has the
/// rate.
void ExperimentRun::learnMachine(const RunResult &result, RunRecord &record) {
  if (!result.window || result.window->ticks_per_second <= 0) {
    if (result.profile && manifest_.machine.ticks_per_second <= 0)
      learnClock(result.profile->clock, result.profile->ticks_per_second);
    return;
  }
  const Window &window = *result.window;
  Machine &machine = manifest_.machine;
  if (clock_ == 0)
    learnClock(window.clock, window.ticks_per_second);
  if (window.clock != clock_) {
    record.window_ticks = std::llround(window.seconds * machine.ticks_per_second);
    warnOnce("run " + std::to_string(record.number) + " used another clock; it was converted");
  } else if (window.seconds > longest_window_s_) {
    longest_window_s_ = window.seconds;
    machine.ticks_per_second = window.ticks_per_second;
  }
}

/// From the first run that has a clock.
void ExperimentRun::learnClock(uint32_t clock, double ticks_per_second) {
  clock_ = clock;
  manifest_.machine.clock = clockName(clock);
  manifest_.machine.ticks_per_second = ticks_per_second;
}

namespace {

/// Candidates for the folder that a program's places are relative to.
std::vector<std::string> placesNear(const Programs &programs, const Manifest &manifest) {
  std::vector<std::string> near = {manifest.source_root};
  if (std::string given = environmentVariable("TARE_SOURCE_ROOT"); !given.empty())
    near.insert(near.begin(), absolutePath(given));
  std::string program = findProgram(launchedProgram(programs.instrumented));
  if (!program.empty())
    near.push_back(folderOf(realPath(program)));
  return near;
}

} // namespace

/// From the first profile: node tables name the source files.
void ExperimentRun::learnSources(const RunResult &result) {
  bool first = std::ranges::none_of(manifest_.runs,
                                    [](const RunRecord &run) { return !run.profile.empty(); });
  if (result.profile && first)
    addSourcesOf(*result.profile, placesNear(setting_.programs, manifest_), manifest_);
}

} // namespace tare
