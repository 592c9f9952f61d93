// SPDX-License-Identifier: Apache-2.0
// `tare calibrate`: what the probes cost here; with --machine what threads take to meet, with
// --primitives what operations take, with --network what messages take.
#include "driver/verbs.h"

#include "analyzer/report/page.h"
#include "base/files.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/archive_results.h"
#include "driver/calibration/calibration.h"
#include "driver/machine/measure_machine.h"
#include "driver/mpi/measure_network.h"
#include "driver/mpi/message_library.h"
#include "driver/primitives/measure_primitives.h"
#include "driver/runs/machine.h"
#include "driver/runs/noise_meter.h"
#include "driver/show_costs.h"
#include "driver/show_machine.h"
#include "driver/show_network.h"
#include "driver/show_primitives.h"

#include <cstdio>
#include <unistd.h>

namespace tare {
namespace {

std::vector<int> threadsOf(const CalibrateOptions &options) {
  return options.threads.empty() ? oneAndAllCores() : options.threads;
}

std::vector<std::string> runtimesOf(const CalibrateOptions &options, const std::string &prefix) {
  return options.runtime.empty() ? calibratedRuntimes(prefix)
                                 : std::vector<std::string>{options.runtime};
}

/// Only on a terminal.
void progress(const std::string &line) {
  if (::isatty(STDERR_FILENO))
    std::fprintf(stderr, "%s\n", printable(line).c_str());
}

std::string titleOf(const Calibrated &calibrated) {
  const ProbeCosts &costs = calibrated.calibration.costs;
  return "Probes on " + costs.openmp_runtime + ", p = " + std::to_string(costs.threads) +
         (calibrated.from_store ? ", measured " + calibrated.calibration.measured_utc : "");
}

/// A table of costs, with the notes on it.
void show(const Calibrated &calibrated) {
  Page page(80, false);
  page.line(printable(titleOf(calibrated)));
  print(page.take() + probeCostsText(calibrated.calibration.costs));
  if (!calibrated.path.empty())
    page.item("  kept in ", printable(calibrated.path));
  std::vector<std::string> notes = calibrated.calibration.warnings;
  if (std::string unsettled = unsettledText(calibrated.calibration.costs); !unsettled.empty())
    notes.push_back(unsettled);
  append(notes, calibrated.calibration.remarks);
  for (const std::string &warning : notes)
    page.item("  note: ", printable(warning));
  page.blank();
  print(page.take());
}

/// Error: a calibration could not be made. The runtime may not be installed.
Result<void> calibrate(const CalibrationSeams &seams, const CalibrateOptions &options,
                       const std::string &runtime, std::vector<Calibrated> &all) {
  for (int threads : threadsOf(options)) {
    TARE_TRY(Calibrated calibrated, probeCosts(seams, runtime, threads, options.again));
    for (const std::string &warning : calibrated.warnings)
      complain(Error{warning});
    all.push_back(std::move(calibrated));
    if (!options.json)
      show(all.back());
  }
  return {};
}

void showJson(const std::vector<Calibrated> &all) {
  std::string text;
  for (const Calibrated &calibrated : all)
    text += (text.empty() ? "" : ",\n") +
            std::string(trimText(calibrationJson(calibrated.calibration)));
  std::printf("[%s]\n", text.c_str());
}

// ---- --machine ----

std::vector<TeamSetting> askedSettings(const CalibrateOptions &options) {
  int cores = coresAllowed();
  if (options.threads.empty() && options.cores.empty())
    return usualSettings(cores);
  std::vector<TeamSetting> settings;
  for (int on : options.cores.empty() ? std::vector<int>{cores} : options.cores)
    for (int threads : options.threads.empty() ? std::vector<int>{on} : options.threads)
      append(settings, waysToWait(threads, on));
  return settings;
}

Result<StoredMachine> machineOn(const MachineSeams &seams, const CalibrateOptions &options,
                                const std::string &runtime) {
  bool wants_more = options.again || !options.threads.empty() || !options.cores.empty();
  if (!wants_more) {
    TARE_TRY(std::optional<StoredMachine> kept, keptMachine(seams, runtime));
    if (kept)
      return *kept;
  }
  TARE_TRY(JustMeasured measured, measureMachine(seams, runtime, askedSettings(options)));
  if (measured.disturbed > 0)
    complain({numberOf(measured.disturbed, "setting") + " left out: other programs used the CPUs",
              runtime, "measure again on an idle machine: tare calibrate --machine --again"});
  return std::move(measured.stored);
}

Result<int> calibrateMachine(const CalibrateOptions &options) {
  for (int cores : options.cores)
    if (cores > coresAllowed())
      return Error{"this machine has " + numberOf(coresAllowed(), "core") + " for it, not " +
                   std::to_string(cores)};
  SystemProcessRunner processes;
  MachineSeams seams{processes, installPrefix(), calibrationFolder(), utcNow()};
  seams.say = progress;
  SystemNoiseMeter noise;
  seams.busy_seconds = [&noise] { return noise.busySeconds(); };
  std::string json;
  bool any = false, any_failed = false;
  for (const std::string &runtime : runtimesOf(options, seams.prefix)) {
    Result<StoredMachine> measured = machineOn(seams, options, runtime);
    if (!measured.ok() && measured.error().signal)
      return measured.error();
    if (!measured.ok()) {
      complain(measured.error());
      any_failed = true;
      continue;
    }
    any = true;
    if (options.json)
      json +=
          (json.empty() ? "" : ",\n") + std::string(trimText(storedMachineJson(measured.value())));
    else
      print(runtime + ", measured " + measured.value().measured_utc + "\n" +
            measuredMachineText(measured.value().machine) + "\n");
  }
  if (options.json)
    std::printf("[%s]\n", json.c_str());
  if (!any && !any_failed)
    complain(Error{"this installation has no program that measures a machine", seams.prefix,
                   "Tare builds them where gcc or clang-19 is installed"});
  return any && !(any_failed && !options.runtime.empty()) ? exit_ok : exit_program_failed;
}

// ---- --primitives ----

Result<void> archivePrimitives(const StoredPrimitives &stored, const std::string &where) {
  if (where.empty())
    return {};
  TARE_TRY(std::string made, makeTemporaryFolder("tare-primitives-"));
  TemporaryFolder folder(made);
  std::string file = folder.path() + "/primitives.json";
  TARE_DO(keepPrimitives(file, stored));
  if (!archiveResults(file, where))
    return Error{"the primitives are not in the archive"};
  return {};
}

/// What was measured, where it is kept, and what it is for.
std::string primitivesText(const StoredPrimitives &stored, const PrimitivesQuestion &question,
                           const std::string &folder) {
  const MeasuredPrimitives &primitives = stored.primitives;
  std::string path = folder.empty() ? "" : primitivesPath(folder, stored.key);
  Page page(80, false);
  page.paragraph(printable(primitives.compiler) + " " + printable(primitives.flags) +
                 ", measured " + stored.measured_utc);
  std::string text = page.take() + measuredPrimitivesText(primitives, question.caches);
  if (path.empty() || !fileExists(path))
    page.line("Not kept: this account has no folder for calibrations.");
  else
    page.line("Kept in " + printable(path));
  page.paragraph("`tare model --operations FILE` predicts times of programs from it, for the same "
                 "compiler and flags. --again measures anew.");
  return text + page.take();
}

Result<int> calibratePrimitives(const CalibrateOptions &options) {
  SystemProcessRunner processes;
  PrimitivesSeams seams{processes, installPrefix(), calibrationFolder(), utcNow()};
  seams.say = progress;
  SystemNoiseMeter noise;
  seams.busy_seconds = [&noise] { return noise.busySeconds(); };
  seams.disturbed = [](int threads, double others) {
    char cpus[32];
    std::snprintf(cpus, sizeof cpus, "%.1f", others);
    complain({std::string("other programs had ") + cpus + " CPUs in the mean while " +
                  numberOf(threads, "thread") + (threads == 1 ? " was" : " were") +
                  " measured: these times may be too long",
              "", "measure again on an idle machine: tare calibrate --primitives --again"});
  };
  Machine machine = thisMachine();
  PrimitivesQuestion question;
  if (!options.compiler.empty())
    question.compiler = options.compiler;
  if (!options.flags.empty())
    question.flags = options.flags;
  question.threads = threadsOf(options);
  question.caches = machine.caches;
  question.memory_bytes = machine.memory_bytes;
  question.again = options.again;
  question.host = machine.host;
  TARE_TRY(StoredPrimitives stored, primitivesOf(seams, question));
  TARE_DO(archivePrimitives(stored, options.archive));
  print(options.json ? storedPrimitivesJson(stored)
                     : primitivesText(stored, question, seams.folder));
  return exit_ok;
}

// ---- --network ----

Result<NetworkQuestion> networkQuestion(const CalibrateOptions &options) {
  NetworkQuestion question;
  question.again = options.again;
  if (!options.launch.empty()) {
    TARE_TRY(question.launch, splitCommand(options.launch));
  }
  return question;
}

Result<int> calibrateNetwork(const CalibrateOptions &options) {
  SystemProcessRunner processes;
  NetworkSeams seams{processes, installPrefix(), calibrationFolder(), messageLibraryFolder(),
                     utcNow()};
  seams.say = progress;
  TARE_TRY(NetworkQuestion question, networkQuestion(options));
  TARE_TRY(StoredNetwork stored, networkOf(seams, question));
  if (!options.output.empty())
    TARE_DO(writeFileAtomic(options.output, storedNetworkJson(stored)));
  if (options.json) {
    print(storedNetworkJson(stored));
    return exit_ok;
  }
  Page page(80, false);
  std::string path = seams.folder.empty() ? "" : networkPath(seams.folder, stored.key);
  if (path.empty() || !fileExists(path))
    page.line("Not kept: this account has no folder for calibrations.");
  else
    page.line("Kept in " + printable(path));
  print(storedNetworkText(stored) + page.take());
  return exit_ok;
}

Result<void> checkOwners(const CalibrateOptions &options) {
  if (!options.network && (!options.launch.empty() || !options.output.empty()))
    return Error{"--launch and --output belong to --network"};
  if (options.machine + options.primitives + options.network > 1)
    return Error{"--machine, --primitives and --network measure one each: give one of them"};
  if (!options.machine && !options.cores.empty())
    return Error{"--cores belongs to --machine"};
  if (!options.primitives &&
      (!options.compiler.empty() || !options.flags.empty() || !options.archive.empty()))
    return Error{"--compiler, --cflags and --archive belong to --primitives"};
  if (options.network && (!options.threads.empty() || !options.runtime.empty()))
    return Error{"--network measures ranks: it takes no --threads and no --runtime"};
  return {};
}

} // namespace

/// A runtime that was not asked for may fail: then the others count.
Result<int> verbCalibrate(const CalibrateOptions &options) {
  TARE_DO(checkOwners(options));
  if (options.machine)
    return calibrateMachine(options);
  if (options.primitives)
    return calibratePrimitives(options);
  if (options.network)
    return calibrateNetwork(options);
  SystemProcessRunner processes;
  CalibrationSeams seams{processes, installPrefix(), calibrationFolder(), utcNow()};
  seams.say = progress;
  std::vector<Calibrated> all;
  bool any_failed = false;
  for (const std::string &runtime : runtimesOf(options, seams.prefix))
    if (auto made = calibrate(seams, options, runtime, all); !made.ok()) {
      complain(made.error());
      any_failed = true;
    }
  if (options.json)
    showJson(all);
  if (all.empty() && !any_failed)
    complain(Error{"this installation has no calibration program", seams.prefix,
                   "Tare builds them where gcc or clang-19 is installed"});
  bool all_wanted = !options.runtime.empty();
  return all.empty() || (any_failed && all_wanted) ? exit_program_failed : exit_ok;
}

} // namespace tare
