// SPDX-License-Identifier: Apache-2.0
// keep_typical PREFIX [rates]: puts what probes typically cost where calibrations of this
// installation are kept, for tests that weigh programs. They assert on no figures, a calibration
// takes many seconds, and on a busy machine it says anything. With `rates` also a measured machine
// of which only the memory is known: 10 and 12 GB/s by one and two threads.
#include "base/files.h"
#include "base/process.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "driver/calibration/calibration.h"
#include "driver/calibration/key.h"
#include "driver/calibration/timings.h"
#include "driver/machine/machine_store.h"
#include "driver/runs/machine.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

extern "C" {
#include "runtime/clock.h"
}

namespace {

using namespace tare;

const char *const wait_policies[] = {nullptr, "passive", "active"};

/// Of the clock that the probes read here.
double ticksPerSecond() {
  tare_clock_choose();
  uint64_t ticks[2], ns[2];
  tare_clock_pair(&ticks[0], &ns[0]);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  tare_clock_pair(&ticks[1], &ns[1]);
  return static_cast<double>(ticks[1] - ticks[0]) * 1e9 / static_cast<double>(ns[1] - ns[0]);
}

/// In ticks, of 2 GHz: 25 ns each, twice that after other work.
ProbeCosts typicalCosts(const std::string &runtime, int threads, double ticks_per_second) {
  ProbeCosts costs;
  costs.openmp_runtime = runtime;
  costs.threads = threads;
  costs.ticks_per_second = ticks_per_second;
  costs.pairs = 14;
  for (ProbeCost &cost : costs.costs)
    cost.inside = cost.outside = {20, 22, 50, 25};
  return costs;
}

/// The library that the runtime of these programs is loaded from.
Result<std::string> runtimeFile(const ScalePrograms &programs) {
  Result<std::string> made = makeTemporaryFolder("tare-typical-");
  if (!made.ok())
    return made.error();
  TemporaryFolder folder(made.value());
  SystemProcessRunner processes;
  Command command;
  command.argv = {programs.plain, "identify"};
  command.standard_output = folder.path() + "/stdout";
  Result<Outcome> outcome = processes.run(command);
  if (!outcome.ok())
    return outcome.error();
  Result<std::string> text = readFile(command.standard_output, 1 << 20);
  Result<ScaleOutput> output = text.ok() ? readScaleOutput(text.value()) : text.error();
  return output.ok() ? Result<std::string>(output.value().runtime) : output.error();
}

Result<void> keep(const std::string &prefix, const std::string &runtime) {
  std::string plain = prefix + "/libexec/tare/tare-scale-" + runtime;
  ScalePrograms programs{plain, plain + "-probed"};
  Result<std::string> file = runtimeFile(programs);
  if (!file.ok())
    return file.error();
  int most_threads = std::max(4, coresAllowed()); // costs are those of a team with a core each
  const double ticks_per_second = ticksPerSecond();
  for (const char *policy : wait_policies)
    for (int threads = 1; threads <= most_threads; ++threads) {
      policy ? setenv("OMP_WAIT_POLICY", policy, 1) : unsetenv("OMP_WAIT_POLICY");
      StoredCalibration typical;
      typical.key = calibrationKey(prefix, programs, runtime, file.value(), threads);
      typical.costs = typicalCosts(runtime, threads, ticks_per_second);
      typical.measured_utc = utcNow();
      std::string path = calibrationPath(calibrationFolder(), typical.key);
      if (Result<void> kept = keepCalibration(path, typical); !kept.ok())
        return kept;
    }
  return {};
}

Result<void> keepRates(const std::string &prefix, const std::string &runtime) {
  const std::string scale = prefix + "/libexec/tare/tare-scale-" + runtime;
  Result<std::string> file = runtimeFile({scale, scale + "-probed"});
  if (!file.ok())
    return file.error();
  StoredMachine stored;
  stored.key = machineKey(runtime, file.value(), prefix + "/libexec/tare/tare-machine-" + runtime);
  stored.machine.openmp_runtime = runtime;
  stored.machine.rates = {{1, {1e10, 1}}, {2, {1.2e10, 1}}};
  stored.measured_utc = utcNow();
  return keepMachine(machinePath(calibrationFolder(), stored.key), stored);
}

} // namespace

int main(int argc, char **argv) {
  const bool wants_rates = argc == 3 && std::string(argv[2]) == "rates";
  if ((argc != 2 && !wants_rates) || calibrationFolder().empty() ||
      calibratedRuntimes(argv[1]).empty()) {
    std::fprintf(stderr,
                 "usage: keep_typical PREFIX [rates] (with calibration programs, and a HOME)\n");
    return 2;
  }
  for (const std::string &runtime : calibratedRuntimes(argv[1])) {
    Result<void> kept = keep(argv[1], runtime);
    if (kept.ok() && wants_rates)
      kept = keepRates(argv[1], runtime);
    if (!kept.ok()) {
      std::fprintf(stderr, "%s\n", kept.error().text().c_str());
      return 1;
    }
  }
  return 0;
}
