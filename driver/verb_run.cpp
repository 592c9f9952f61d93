// SPDX-License-Identifier: Apache-2.0
// `tare run`: an experiment with commands that are built already.
#include "driver/verbs.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/budget.h"
#include "driver/dry_run.h"
#include "driver/resume.h"
#include "driver/runs/command_tables.h"
#include "driver/weigh.h"

#include <utility>

namespace tare {
namespace {

using Words = std::vector<std::string>;

/// Guesses what was meant by a first word that is no program.
Error whyNoProgram(const std::string &name) {
  size_t equals = name.find('='), folder = name.find('/');
  if (equals != std::string::npos && equals > 0 && equals < folder)
    return {"no shell runs this, so '" + name + "' is no setting", "",
            "say env " + name + " PROGRAM"};
  bool is_path = name.find('/') != std::string::npos;
  if (is_path && isFolder(name))
    return {"this is a folder, not a program: '" + name + "'", "", "name the program in it"};
  if (is_path && fileExists(name))
    return {"this file is not executable: '" + name + "'", "",
            "name the program that was built from it, or make it executable (chmod +x)"};
  return {"there is no program '" + name + "'", "",
          is_path ? "build it, or correct the path"
                  : "install it, or give its path, such as ./" + name};
}

/// A command in words; Error when there is no such program.
Result<Words> wordsOf(const std::string &command) {
  Result<Words> words = splitCommand(command);
  if (!words.ok())
    return Error{words.error().message, command};
  if (words.value().empty())
    return Error{"a command is empty", "", "name a program in it"};
  if (std::string shells = shellOperatorIn(command); !shells.empty())
    return Error{"no shell runs this, so '" + shells + "' would be an argument of the program",
                 command,
                 "give an input file to tare itself (tare run ... < FILE), say sh -c '...', or "
                 "quote what is meant as an argument"};
  const std::string &program = words.value().front();
  if (findProgram(program).empty())
    return whyNoProgram(program);
  return words;
}

/// Without --instrumented the parallel program has the probes.
Result<Programs> programsOf(const RunOptions &options) {
  Programs programs;
  struct {
    const std::string &command;
    Words &words;
  } wanted[] = {{options.serial, programs.serial},
                {options.parallel, programs.parallel},
                {options.instrumented, programs.instrumented},
                {options.serial_instrumented, programs.serial_instrumented},
                {options.ignored, programs.ignored}};
  for (auto &[command, words] : wanted) {
    if (command.empty())
      continue;
    TARE_TRY(words, wordsOf(command));
  }
  if (programs.parallel.empty())
    return Error{"the command of --parallel is empty", "", "name a program in it"};
  if (programs.instrumented.empty())
    programs.instrumented = programs.parallel;
  if (programs.ignored == programs.serial)
    programs.ignored.clear(); // one source: see sameSource
  return programs;
}

/// The OpenMP source with its pragmas ignored is the serial program: its runs stand for both.
bool sameSource(const RunOptions &options) {
  return !options.serial.empty() && options.ignored == options.serial;
}

/// Commands stand in it as they were typed.
Manifest manifestOfRun(const RunOptions &options, const Programs &programs) {
  Manifest manifest =
      plannedManifest(options.experiment, baseName(launchedProgram(programs.parallel)));
  bool probes_off = options.instrumented.empty();
  manifest.reference = options.serial.empty() ? "omp_1" : "serial";
  if (!options.serial.empty())
    manifest.commands[role::serial] = options.serial;
  manifest.same_source = sameSource(options);
  if (!programs.ignored.empty())
    manifest.commands[role::ignored] = options.ignored;
  if (!programs.serial_instrumented.empty())
    manifest.commands[role::serial_instrumented] = options.serial_instrumented;
  manifest.commands[role::parallel] = (probes_off ? "TARE_ENABLE=0 " : "") + options.parallel;
  manifest.commands[role::instrumented] = probes_off ? options.parallel : options.instrumented;
  manifest.command_line = {"tare", "run"};
  for (const auto &[name, command] :
       {std::pair("--serial", options.serial), std::pair("--parallel", options.parallel),
        std::pair("--instrumented", options.instrumented),
        std::pair("--serial-instrumented", options.serial_instrumented),
        std::pair("--ignored", options.ignored), std::pair("--pilot-from", options.pilot_from)})
    if (!command.empty())
      manifest.command_line.insert(manifest.command_line.end(), {name, command});
  if (probes_off)
    manifest.warnings.push_back(
        "plain: probes off (no --instrumented: T_p is the instrumented program's own, with "
        "TARE_ENABLE=0)");
  return manifest;
}

/// Empty: a script starts the program. Only earlier results know its tables.
std::vector<NodeTree> tablesOf(const Words &command) {
  if (command.empty())
    return {};
  Result<std::vector<NodeTree>> trees = readNodeTablesOfCommand(command);
  return trees.ok() ? std::move(trees).value() : std::vector<NodeTree>();
}

Result<int> predictRun(const RunOptions &options, const Programs &programs) {
  TARE_TRY(auto earlier, earlierOf(options.experiment.dry_run));
  PredictionRequest request;
  request.program = baseName(launchedProgram(programs.parallel));
  request.parallel = tablesOf(programs.instrumented);
  request.serial = tablesOf(programs.serial_instrumented);
  if (request.parallel.empty() && !earlier)
    return Error{"it has no probes that could be seen before it runs",
                 launchedProgram(programs.instrumented),
                 "build it with tare cc; or name results of an earlier experiment with --from"};
  return showDryRun(std::move(request), earlier, options.experiment);
}

/// Constructs whose probes cannot be paid for: somebody else is to build the program without them.
Result<void> keepBudget(const std::string &folder, const Programs &programs,
                        const ExperimentOptions &options, Manifest &manifest) {
  TARE_TRY(PilotReport pilot, runPilots(folder, programs, options, manifest));
  // The programs are not built again: all probes are in them.
  manifest.predicted_s[pilot.threads] = pilot.all_s;
  return pilot.unprobed.empty() ? Result<void>() : leavePlan(folder, pilot.unprobed, manifest);
}

ExperimentIdentity identityOfRun(const RunOptions &options, const Manifest &manifest,
                                 const Programs &programs) {
  return experimentIdentity(manifest, programs,
                            {{"--budget", std::to_string(options.experiment.budget)},
                             {"--pilot-from", options.pilot_from}});
}

Result<int> resumeRun(const RunOptions &options, const Programs &programs) {
  const std::string &folder = options.experiment.resume;
  Manifest planned = manifestOfRun(options, programs);
  TARE_TRY(Manifest manifest, resumedManifest(folder, identityOfRun(options, planned, programs)));
  return weigh(folder, std::move(manifest), programs, options.experiment);
}

} // namespace

/// As verbOverheads(), for commands that exist already.
Result<int> verbRun(const RunOptions &options) {
  TARE_TRY(Programs programs, programsOf(options));
  if (options.experiment.dry_run.wanted)
    return predictRun(options, programs);
  TARE_DO(canRun());
  if (!options.experiment.resume.empty())
    return resumeRun(options, programs);
  std::vector<RunRecord> pilots;
  if (!options.pilot_from.empty()) {
    TARE_TRY(pilots, pilotsIn(options.pilot_from));
  }
  Manifest manifest = manifestOfRun(options, programs);
  manifest.identity = identityOfRun(options, manifest, programs);
  TARE_TRY(std::string folder, newResultsFolder(options.experiment, manifest.program));
  if (options.experiment.budget > 0)
    TARE_DO(keepBudget(folder, programs, options.experiment, manifest));
  if (!pilots.empty()) {
    Result<void> adopted = adoptPilots(options.pilot_from, std::move(pilots), folder, manifest);
    if (!adopted.ok())
      removeTree(folder); // there is nothing in it to be looked at
    TARE_DO(adopted);
  }
  return weigh(folder, manifest, programs, options.experiment);
}

} // namespace tare
