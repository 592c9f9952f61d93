// SPDX-License-Identifier: Apache-2.0
// `tare overheads`: sources -> programs -> experiment -> table.
#include "driver/verbs.h"

#include "base/files.h"
#include "base/temporary_folder.h"
#include "driver/budget.h"
#include "driver/dry_run.h"
#include "driver/program_request.h"
#include "driver/weigh.h"
#include "instrumenter/nodes/node_table.h"

namespace tare {
namespace {

using Words = std::vector<std::string>;

Result<PredictionRequest> tablesOf(const BuildRequest &request, const BuiltPrograms &built) {
  PredictionRequest programs;
  programs.program = programName(request);
  for (auto [role, trees] : {std::pair(role::instrumented, &programs.parallel),
                             std::pair(role::serial_instrumented, &programs.serial)}) {
    if (!built.lines.count(role))
      continue;
    Result<std::vector<NodeTree>> read = readNodeTablesFromElf(request.folder + "/" + role);
    if (!read.ok())
      return read.error();
    *trees = std::move(read).value();
  }
  return programs;
}

/// Builds as always, where nothing is kept of it.
int predictOverheads(const OverheadsOptions &options, BuildRequest &request) {
  auto earlier = earlierOf(options.experiment.dry_run);
  if (!earlier.ok())
    return fail(earlier.error(), exit_usage);
  Result<std::string> made = makeTemporaryFolder("tare-dry-run-");
  if (!made.ok())
    return fail(made.error(), exit_usage);
  TemporaryFolder folder(made.value());
  request.folder = folder.path() + "/build";
  SystemProcessRunner processes;
  Result<BuiltPrograms> built = buildPrograms(processes, request);
  if (!built.ok())
    return fail(built.error(), exit_build_failed);
  for (const std::string &warning : built.value().warnings)
    complain({"warning: " + warning});
  Result<PredictionRequest> programs = tablesOf(request, built.value());
  if (!programs.ok())
    return fail(programs.error(), exit_build_failed);
  return showDryRun(std::move(programs).value(), earlier.value(), options.experiment);
}

/// A pilot run, and the programs once more without what cannot be paid for. 0: go on.
int keepBudget(const std::string &folder, ProcessRunner &processes, BuildRequest &request,
               const OverheadsOptions &options, BuiltPrograms &built, Manifest &manifest) {
  Programs programs = programsIn(request.folder, built, options.program_arguments);
  int status = exit_ok;
  std::optional<PilotFlight> flight = pilotOf(folder, programs, options.experiment, status);
  if (!flight)
    return status;
  const PilotReport &pilot = flight->report;
  manifest.probed_environment = pilot.environment;
  manifest.predicted_s[pilot.threads] = pilot.predicted_s;
  if (pilot.left_out.empty())
    return 0;
  manifest.pilots = flight->runs;
  Result<BuiltPrograms> again = buildToPlan(processes, request, folder, pilot.left_out);
  if (!again.ok())
    return fail(again.error(), exit_build_failed);
  for (const auto &[role, line] : again.value().lines)
    built.lines[role] = line;
  built.warnings.insert(built.warnings.end(), again.value().warnings.begin(),
                        again.value().warnings.end());
  return 0;
}

} // namespace

int verbOverheads(const OverheadsOptions &options) {
  Result<BuildRequest> asked = requestOf(options);
  if (!asked.ok())
    return fail(asked.error(), exit_usage);
  BuildRequest &request = asked.value();
  Result<ChosenCompiler> compiler = chooseCompiler(options.compiler);
  if (!compiler.ok())
    return fail(compiler.error(), exit_build_failed);
  useCompiler(compiler.value(), request);
  if (options.experiment.dry_run.wanted)
    return predictOverheads(options, request);
  if (!canRun())
    return exit_usage;
  Manifest manifest = manifestOf("overheads", options, request);
  Result<std::string> folder = newResultsFolder(options.experiment, manifest.program);
  if (!folder.ok())
    return fail(folder.error(), exit_usage);
  request.folder = absolutePath(folder.value()) + "/build";
  SystemProcessRunner processes;
  Result<BuiltPrograms> built = buildPrograms(processes, request);
  if (!built.ok()) {
    removeTree(folder.value()); // a folder without a run must not look like results
    return fail(built.error(), exit_build_failed);
  }
  if (options.experiment.budget > 0)
    if (int status =
            keepBudget(folder.value(), processes, request, options, built.value(), manifest))
      return status;
  describe(built.value(), options.program_arguments, manifest);
  return weigh(folder.value(), manifest,
               programsIn(request.folder, built.value(), options.program_arguments),
               options.experiment);
}

} // namespace tare
