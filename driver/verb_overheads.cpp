// SPDX-License-Identifier: Apache-2.0
// `tare overheads`: sources -> programs -> experiment -> table.
#include "driver/verbs.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/budget.h"
#include "driver/dry_run.h"
#include "driver/program_request.h"
#include "driver/resume.h"
#include "driver/weigh.h"
#include "instrumenter/nodes/node_table.h"

namespace tare {
namespace {

/// The node tables of the programs with probes.
Result<PredictionRequest> tablesOf(const BuildRequest &request, const BuiltPrograms &built) {
  PredictionRequest programs;
  programs.program = programName(request);
  for (auto [role, trees] : {std::pair(role::instrumented, &programs.parallel),
                             std::pair(role::serial_instrumented, &programs.serial)})
    if (built.lines.count(role)) {
      TARE_TRY(*trees, readNodeTablesFromElf(request.folder + "/" + role));
    }
  return programs;
}

/// Builds as always, where nothing is kept of it.
Result<int> predictOverheads(const OverheadsOptions &options, BuildRequest &request) {
  TARE_TRY(auto earlier, earlierOf(options.experiment.dry_run));
  TARE_TRY(std::string made, makeTemporaryFolder("tare-dry-run-"));
  TemporaryFolder folder(made);
  request.folder = folder.path() + "/build";
  SystemProcessRunner processes;
  TARE_TRY(BuiltPrograms built, orExit(exit_build_failed, buildPrograms(processes, request)));
  for (const std::string &warning : built.warnings)
    complain({"warning: " + warning});
  TARE_TRY(PredictionRequest programs, orExit(exit_build_failed, tablesOf(request, built)));
  return showDryRun(std::move(programs), earlier, options.experiment);
}

/// Pilot runs, and the programs once more without the probes that cannot be paid for.
Result<void> keepBudget(const std::string &folder, ProcessRunner &processes, BuildRequest &request,
                        const OverheadsOptions &options, BuiltPrograms &built, Manifest &manifest) {
  Programs programs = programsIn(request.folder, built, options.program_arguments);
  TARE_TRY(PilotReport pilot, runPilots(folder, programs, options.experiment, manifest));
  manifest.predicted_s[pilot.threads] = pilot.predicted_s;
  if (pilot.unprobed.empty())
    return {};
  TARE_TRY(BuiltPrograms again,
           orExit(exit_build_failed, buildToPlan(processes, request, folder, pilot.unprobed)));
  for (const auto &[role, line] : again.lines)
    built.lines[role] = line;
  append(built.warnings, again.warnings);
  return {};
}

ExperimentIdentity identityOfBuilt(const OverheadsOptions &options, const BuildRequest &request,
                                   const Manifest &manifest, const Programs &programs) {
  std::vector<std::string> sources;
  for (const auto &[path, hash] : manifest.sources)
    sources.push_back(path + " " + hash);
  return experimentIdentity(
      manifest, programs,
      {{"sources", joinText(sources, ", ")},
       {"compiler", quoteCommand(request.compiler)},
       {"compile options", quoteCommand(request.cflags) + " | " + quoteCommand(request.ldflags)},
       {"--budget", std::to_string(options.experiment.budget)}});
}

/// The programs are in the folder already; hashes say whether they are those that were run.
Result<int> resumeOverheads(const OverheadsOptions &options, const BuildRequest &request) {
  const std::string folder = absolutePath(options.experiment.resume);
  TARE_TRY(Manifest stored, readManifest(folder));
  BuiltPrograms built{stored.compile, {}};
  Manifest planned = manifestOf("overheads", options, request);
  describe(built, options.program_arguments, planned);
  Programs programs = programsIn(folder + "/build", built, options.program_arguments);
  TARE_TRY(Manifest manifest,
           resumedManifest(folder, identityOfBuilt(options, request, planned, programs)));
  return weigh(options.experiment.resume, std::move(manifest), programs, options.experiment);
}

} // namespace

/// Builds, measures and shows; a dry run stops after building.
Result<int> verbOverheads(const OverheadsOptions &options) {
  TARE_TRY(BuildRequest request, requestOf(options));
  if (options.experiment.dry_run.wanted)
    return predictOverheads(options, request);
  TARE_DO(canRun());
  if (!options.experiment.resume.empty())
    return resumeOverheads(options, request);
  Manifest manifest = manifestOf("overheads", options, request);
  TARE_TRY(std::string folder, newResultsFolder(options.experiment, manifest.program));
  request.folder = absolutePath(folder) + "/build";
  SystemProcessRunner processes;
  auto first = orExit(exit_build_failed, buildPrograms(processes, request));
  if (!first.ok())
    removeTree(folder); // a folder without a run must not look like results
  TARE_TRY(BuiltPrograms built, std::move(first));
  if (options.experiment.budget > 0)
    TARE_DO(keepBudget(folder, processes, request, options, built, manifest));
  describe(built, options.program_arguments, manifest);
  Programs programs = programsIn(request.folder, built, options.program_arguments);
  manifest.identity = identityOfBuilt(options, request, manifest, programs);
  return weigh(folder, manifest, programs, options.experiment);
}

} // namespace tare
