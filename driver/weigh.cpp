// SPDX-License-Identifier: Apache-2.0
#include "driver/weigh.h"

#include "analyzer/launch/launch.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/report/note_text.h"
#include "base/files.h"
#include "base/interruptions.h"
#include "base/lists.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/advised_times.h"
#include "driver/archive_results.h"
#include "driver/calibrator.h"
#include "driver/machine_facts.h"
#include "driver/mpi/message_library.h"
#include "driver/preload.h"
#include "driver/program_input.h"
#include "driver/redacted_ledger.h"
#include "driver/runs/experiment_run.h"
#include "driver/runs/machine.h"
#include "driver/runs/program_build.h"
#include "driver/show_ledger.h"
#include "driver/verbs.h"

#include <algorithm>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {
namespace {

/// More threads than cores take turns.
void warnAboutCores(const Manifest &manifest) {
  RunSize largest = manifest.sizes().back();
  if (largest.threads > manifest.machine.cores)
    complain({"warning: " + sizeText(largest) + " on " + std::to_string(manifest.machine.cores) +
              " cores: waits will contain time without a CPU"});
}

/// A table can tell of arguments and paths, so a new file is its owner's alone; who wants another
/// mode has made the file with it, or chmods it once.
int modeFor(const std::string &path) {
  struct stat about;
  bool is_there = ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode);
  return is_there ? static_cast<int>(about.st_mode & 0777) : 0600;
}

/// The exit status for an experiment that did not end as it should.
int statusOf(Ending ending) {
  if (ending == Ending::timed_out)
    return exit_timeout;
  return ending == Ending::cannot_save ? exit_usage : exit_program_failed;
}

/// Whether null runs may tell more. Who asked for so many repetitions, or for few runs, gets these.
bool wantsNullRuns(const Ledger &ledger, const Manifest &manifest,
                   const ExperimentOptions &options) {
  auto cannotHelp = [](const Table &table) {
    std::optional<Unreliability> why = unreliabilityOf(table);
    return why && why->figure != Unreliability::Figure::Unexplained;
  };
  bool cannot = ledger.tables.empty() || cannotHelp(ledger.tables[advisedTable(ledger)]);
  bool may = !manifest.repeat_given && !manifest.quick && !cannot;
  return options.null || (may && std::ranges::any_of(ledger.tables, leavesMuchUnexplained));
}

/// Makes null runs, and the table anew with them.
Result<Ledger> addNullRuns(const std::string &folder, const Programs &programs,
                           const ExperimentOptions &options, ExperimentEnd &end) {
  TARE_TRY(Manifest manifest, readManifest(folder));
  for (const RunRecord &run : manifest.runs)
    manifest.null_from = std::max(manifest.null_from, run.repetition + 1);
  manifest.commands[role::null] = "TARE_ENABLE=0 " + manifest.commands[role::instrumented];
  if (!options.quiet)
    std::fprintf(stderr, "tare: more runs, with the probes off: %s\n",
                 options.null ? "--null" : "they may explain what is still unexplained");
  end = runExperiment(folder, std::move(manifest), programs, options);
  return ledgerOf(folder);
}

} // namespace

Result<void> completed(const ExperimentEnd &end) {
  if (end.ending == Ending::complete)
    return {};
  Error error = end.error.value_or(Error{"the experiment did not end"});
  error.signal = end.signal;
  error.exit_status = statusOf(end.ending);
  return error;
}

Manifest plannedManifest(const ExperimentOptions &options, const std::string &program) {
  Manifest manifest;
  manifest.program = program;
  manifest.started_utc = utcNow();
  manifest.parameters = options.parameters;
  manifest.environment = openMPEnvironment();
  manifest.threads = options.threads;
  manifest.ranks = options.ranks;
  manifest.same_ranks = options.same_ranks;
  manifest.repeat = options.repeat ? options.repeat : RunLimits().usual;
  manifest.repeat_given = options.repeat > 0;
  manifest.precision = options.precision;
  manifest.quick = options.quick;
  manifest.compare = !options.no_compare;
  manifest.check = options.check;
  manifest.redacted = options.redact;
  manifest.check_ignore = options.check_ignore;
  manifest.check_tolerance = options.check_tolerance;
  manifest.started_in = manifest.source_root = realPath(".");
  manifest.machine = thisMachine();
  return manifest;
}

std::string resultsBase(const std::string &output) {
  std::string base = output.empty() ? environmentVariable("TARE_OUTPUT_DIR") : output;
  return base.empty() ? "tare-results" : base;
}

Result<std::string> newResultsFolder(const ExperimentOptions &options, const std::string &program) {
  std::string beside = folderOf(options.json);
  if (options.json.empty() || options.json == "-")
    return makeResultsFolder(resultsBase(options.output), program, options.redact);
  if (isFolder(options.json))
    return Error{"this is a folder: a table cannot be written over it", options.json,
                 "name a file in it with --json"};
  if (!isFolder(beside))
    return Error{"there is no such folder", beside, "make it, or name another file with --json"};
  if (::access(beside.c_str(), W_OK) != 0)
    return Error{"nothing can be written into this folder", beside,
                 "name another file with --json"};
  return makeResultsFolder(resultsBase(options.output), program, options.redact);
}

RunSetting settingOf(const std::string &folder, const Programs &programs,
                     const ExperimentOptions &options) {
  RunSetting setting{absolutePath(folder), programs, options.timeout_s, {}};
  if (Result<std::string> library = windowLibrary(); library.ok()) // else canRun() has said it
    setting.window_library = library.value();
  if (Result<std::string> input = programInput(); input.ok())
    setting.standard_input = input.value();
  setting.expected_status = options.status;
  setting.redacted = options.redact;
  setting.programs.null = programs.instrumented;
  return setting;
}

std::string messageLibraryOf(const Programs &programs, ProcessRunner &processes, Manifest &manifest,
                             bool is_quiet) {
  if (manifest.ranks.empty())
    return "";
  Launch launch = launchHere(programs.instrumented);
  MessageLibrarySeams seams{processes, installPrefix(), messageLibraryFolder(),
                            [&](const std::string &line) {
                              if (!is_quiet)
                                std::fprintf(stderr, "tare: %s\n", line.c_str());
                            }};
  Result<std::optional<MessageLibrary>> library = messageLibraryFor(
      seams, findProgram(launchedProgram(programs.instrumented)), launch.environment);
  if (!library.ok()) {
    addOnce(manifest.warnings, "messages are not recorded, so time in MPI counts as the program's "
                               "own: " +
                                   library.error().text());
    return "";
  }
  if (!library.value())
    return "";
  if (const std::vector<std::string> &missing = library.value()->unrecorded; !missing.empty())
    addOnce(manifest.warnings,
            "calls of " + joinText(missing, ", ") + " are not recorded: they count as work");
  return library.value()->file;
}

ExperimentEnd runExperiment(const std::string &folder, Manifest manifest, const Programs &programs,
                            const ExperimentOptions &options) {
  HeldInterruptions held;
  SystemProcessRunner processes;
  SystemNoiseMeter noise;
  SystemClock clock;
  Progress progress(stderr, progressKind(stderr, options.quiet), clock);
  RunSetting setting = settingOf(folder, programs, options);
  setting.probed_environment = manifest.probed_environment;
  setting.message_library = messageLibraryOf(programs, processes, manifest, options.quiet);
  setting.delays_messages = !setting.message_library.empty() && areMessagesDelayed();
  if (setting.delays_messages)
    addOnce(manifest.warnings, "messages were delayed in all runs of jobs, by TARE_MPI_LATENCY_US "
                               "or TARE_MPI_BANDWIDTH_MB_S: the table is of that network");
  setting.learn_program = [&processes](const std::string &program, Manifest &of) {
    of.build = buildOfProgram(program, of.source_root, processes);
    of.machine.memory_rates = keptMemoryRates(of.openmp_runtime.name);
  };
  return ExperimentRun({processes, noise}, setting, std::move(manifest), progress).run();
}

bool saveTo(const std::string &path, const std::string &text) {
  if (path == "-")
    return print(text);
  Result<void> written = path.empty() ? Result<void>() : writeFileAtomic(path, text, modeFor(path));
  if (!written.ok())
    complain(written.error());
  return written.ok();
}

bool saveLedger(const std::string &folder, const Ledger &ledger, const std::string &json) {
  std::string text = reportJson(ledger);
  Result<void> kept = writeFileAtomic(folder + "/ledger.json", text, 0600);
  if (!kept.ok())
    complain(kept.error());
  return saveTo(json, text) && kept.ok();
}

Result<void> canRun() {
  TARE_DO(windowLibrary());
  TARE_DO(programInput());
  return {};
}

int weigh(const std::string &folder, Manifest manifest, const Programs &programs,
          const ExperimentOptions &options) {
  warnAboutCores(manifest);
  const bool goes_on_with_null = manifest.null_from > 0;
  ExperimentEnd end = runExperiment(folder, manifest, programs, options);
  bool was_interrupted = end.ending == Ending::interrupted;
  Result<Ledger> made =
      ledgerOfRun(folder, machineCalibrator({options.quiet, was_interrupted, manifest.quick}));
  if (end.ending == Ending::complete && made.ok() && !goes_on_with_null &&
      wantsNullRuns(made.value(), manifest, options))
    made = addNullRuns(folder, programs, options, end);
  Result<void> done = completed(end);
  int status = done.ok() ? exit_ok : fail(done.error());
  if (made.ok())
    predictAdvice(folder, made.value());
  Result<Ledger> ledger = shownLedger(std::move(made), options.redact);
  if (ledger.ok()) {
    bool saved = saveLedger(folder, ledger.value(), options.json); // whatever becomes of our output
    bool shown = !done.ok() || options.json == "-" || // the table in JSON, and nothing else
                 showLedger(ledger.value(), {.top = options.top,
                                             .full = options.full,
                                             .results = shownFolder(folder, options.redact)});
    saved &= !done.ok() || archiveResults(folder, options.archive);
    if (status == exit_ok)
      status = !(shown && saved)              ? exit_usage
               : isUnreliable(ledger.value()) ? exit_unreliable
                                              : exit_ok;
  } else if (status == exit_ok) {
    complain(ledger.error());
    status = exit_build_failed; // the programs ran: what is wrong is our measuring
  }
  if (!done.ok() || options.full)
    std::fprintf(stderr, "results: %s\n", folder.c_str());
  return status;
}

} // namespace tare
