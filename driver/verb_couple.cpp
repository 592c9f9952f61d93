// SPDX-License-Identifier: Apache-2.0
// `tare model --couple`: sources -> programs with rewritten calls -> runs -> couplings.
#include "driver/verbs.h"

#include "base/files.h"
#include "base/interruptions.h"
#include "base/quantity.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/archive_results.h"
#include "driver/coupling/coupling_experiment.h"
#include "driver/coupling/kernel_names.h"
#include "driver/preload.h"
#include "driver/program_input.h"
#include "driver/program_request.h"
#include "driver/results/results.h"
#include "driver/runs/machine.h"
#include "driver/runs/program_build.h"
#include "driver/show_coupling.h"
#include "driver/weigh.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

/// The programs, and what the report says of them.
struct PreparedCoupling {
  CoupledPrograms programs;
  std::string folder; // results
};

Result<std::string> couplingLibrary() {
  std::string library = libraryFolderOf(installPrefix()) + "/libtare-coupling.so";
  if (!fileExists(library))
    return Error{"this installation has no such library, and kernels cannot be repeated", library,
                 "install all of Tare (Debian: the package tare-instrument)"};
  return preloadable(library);
}

Result<PreparedCoupling> prepare(const CouplingOptions &options, ProcessRunner &processes,
                                 CouplingReport &report) {
  const ExperimentOptions &experiment = options.program.experiment;
  PreparedCoupling prepared;
  BuildRequest request;
  if (options.built.empty()) {
    TARE_TRY(request, requestOf(options.program));
    report.program = programName(request);
    TARE_TRY(prepared.programs.refused, kernelsNotNamed(request, options.kernels));
    if (!prepared.programs.refused.empty())
      return prepared;
  } else {
    report.program = baseName(options.built);
    TARE_TRY(prepared.programs, coupledPrograms(options.built, options.counted, options.kernels));
  }
  TARE_TRY(prepared.folder, newResultsFolder(experiment, report.program));
  if (options.built.empty()) {
    request.folder = absolutePath(prepared.folder) + "/build";
    auto built = orExit(exit_build_failed, buildCoupled(processes, request, options.kernels));
    if (!built.ok())
      removeTree(prepared.folder); // a folder without a run must not look like results
    TARE_TRY(prepared.programs, std::move(built));
  }
  report.compiler = options.built.empty()
                        ? quoteCommand(request.compiler) + " " + quoteCommand(request.cflags)
                        : buildOfProgram(options.built, "", processes).compiler;
  return prepared;
}

/// A line for each kernel.
int complainOf(const std::vector<KernelRefusal> &refused) {
  for (const KernelRefusal &refusal : refused)
    complain({refusal.kernel + ": " + refusal.text, "", refusal.next});
  return exit_inconclusive;
}

/// In the order of the threads asked for.
Result<void> measureAll(const CouplingOptions &options, const PreparedCoupling &prepared,
                        ProcessRunner &processes, CouplingReport &report) {
  const ExperimentOptions &experiment = options.program.experiment;
  TARE_TRY(std::string library, couplingLibrary());
  TARE_TRY(std::string input, programInput());
  CouplingRequest request{options.kernels, options.pass,
                          experiment.repeat > 0 ? experiment.repeat : 3, options.seconds,
                          options.alone};
  if (!experiment.quiet)
    std::fprintf(stderr,
                 "tare: for each number of threads: %s of the program, and as many that "
                 "repeat its kernels for up to about %s\n",
                 numberOf(request.runs, "run").c_str(),
                 (countText(request.seconds) + " s").c_str());
  int number = 0;
  for (int threads : experiment.threads) {
    CoupledRuns runs(processes,
                     {absolutePath(prepared.folder), library, options.program.program_arguments,
                      threads, experiment.timeout_s, experiment.status, input},
                     number);
    auto tell = [&](const std::string &what) {
      if (!experiment.quiet)
        std::fprintf(stderr, "tare: %s: %s\n", numberOf(threads, "thread").c_str(),
                     printable(what).c_str());
    };
    TARE_TRY(CouplingTable table,
             orExit(exit_program_failed,
                    coupleKernels(runs, prepared.programs, request, threads, tell)));
    report.tables.push_back(std::move(table));
  }
  return {};
}

} // namespace

/// Status: exit_inconclusive if no number of threads has a composed loop.
Result<int> verbCouple(const CouplingOptions &options) {
  const ExperimentOptions &experiment = options.program.experiment;
  CouplingReport report;
  Machine machine = thisMachine();
  report.host = machine.host;
  report.cpu = machine.cpu;
  report.caches = machine.caches;
  report.parameters = experiment.parameters;
  report.arguments = quoteCommand(options.program.program_arguments);
  SystemProcessRunner processes;
  TARE_TRY(PreparedCoupling prepared, prepare(options, processes, report));
  if (!prepared.programs.refused.empty()) {
    if (!prepared.folder.empty())
      removeTree(prepared.folder);
    return complainOf(prepared.programs.refused);
  }
  HeldInterruptions held;
  TARE_DO(measureAll(options, prepared, processes, report));
  std::string json = couplingJson(report);
  bool saved = saveTo(prepared.folder + "/coupling.json", json);
  if (experiment.json == "-")
    saved &= print(json);
  else
    saved &= saveTo(experiment.json, json) & showCoupling(report, false) &
             printForPeople("Results: " + prepared.folder + "/coupling.json\n" +
                            "See them again: tare report " + prepared.folder + "\n");
  saved &= archiveResults(prepared.folder, experiment.archive);
  bool any = std::ranges::any_of(report.tables,
                                 [](const CouplingTable &table) { return table.loop.has_value(); });
  return !saved ? exit_usage : any ? exit_ok : exit_inconclusive;
}

} // namespace tare
