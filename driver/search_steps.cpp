// SPDX-License-Identifier: Apache-2.0
#include "driver/search_steps.h"

#include "analyzer/cost/probe_sites.h"
#include "base/files.h"
#include "driver/calibrator.h"
#include "driver/pilot.h"
#include "driver/redacted_ledger.h"
#include "driver/verbs.h"
#include "driver/weigh.h"
#include "instrumenter/nodes/node_table.h"

#include <algorithm>

namespace tare {
namespace {

/// In seconds of thread time.
ProbeUse useOf(const ConstructCost &construct, int threads) {
  ProbeUse use;
  use.entries = construct.frequency.entries();
  use.seconds = construct.cost.direct * threads;
  use.iterations = construct.frequency.executions.of(CostKind::Iteration);
  if (construct.frequency.kind == NodeKind::Parallel)
    use.instances = construct.frequency.executions.of(CostKind::RegionFork);
  return use;
}

/// The uses that were counted, or those that were guessed.
Guesses usesOf(const Prediction &prediction, int threads, bool counted) {
  Guesses uses;
  for (const PredictedRun &run : prediction.runs) {
    if (run.role != role::instrumented || run.threads != threads)
      continue;
    for (const ConstructCost &construct : run.constructs)
      if (construct.frequency.counted == counted)
        uses[construct.frequency.id] = useOf(construct, threads);
  }
  return uses;
}

} // namespace

std::string stepFolderIn(const std::string &folder, int number) {
  return folder + "/steps/" + std::to_string(number);
}

SearchSteps::SearchSteps(const SearchOptions &options, std::string folder, BuildRequest request)
    : options_(options), folder_(std::move(folder)), request_(std::move(request)),
      manifest_(manifestOf("search", options.program, request_)),
      calibrate_(machineCalibrator({.quiet = options.program.experiment.quiet})) {
  manifest_.probed_environment = budgetEnvironment(options.budget, nullptr);
}

/// Node tables of the instrumented program as it is built now.
Result<std::vector<NodeTree>> SearchSteps::tables() const {
  return orExit(exit_build_failed,
                readNodeTablesFromElf(request_.folder + "/" + role::instrumented));
}

Result<void> SearchSteps::begin() {
  SystemProcessRunner processes;
  TARE_TRY(BuiltPrograms built, orExit(exit_build_failed, buildPrograms(processes, request_)));
  const std::vector<std::string> &arguments = options_.program.program_arguments;
  describe(built, arguments, manifest_);
  programs_ = programsIn(request_.folder, built, arguments);
  TARE_TRY(trees_, tables());
  places_ = placesOf(trees_);
  return {};
}

Result<Prediction> SearchSteps::predicted(const EarlierResults *earlier) const {
  PredictionRequest request;
  request.program = manifest_.program;
  request.parallel = trees_;
  request.threads = {threads()};
  request.earlier = earlier;
  return predict(request, calibrate_);
}

Result<Guesses> SearchSteps::guesses() {
  TARE_TRY(Prediction prediction, orExit(exit_build_failed, predicted(nullptr)));
  int cores = std::max(manifest_.machine.cores, 1); // more threads take turns
  for (const PredictedRun &run : prediction.runs)
    if (auto known = calibrate_(run.openmp_runtime, std::min(run.threads, cores)); known.ok())
      manifest_.probed_environment = budgetEnvironment(options_.budget, &known.value().costs);
  return usesOf(prediction, threads(), false);
}

Result<Evidence> SearchSteps::measure(const StepRequest &step) {
  std::string folder = stepFolderIn(folder_, step.number);
  removeTree(folder); // an interrupted step may have left one
  TARE_DO(makeFolder(folder, 0700));
  TARE_DO(orExit(exit_build_failed, build(step, folder)));
  TARE_DO(run(folder, step.repetitions));
  return orExit(exit_build_failed, evidence(step, folder));
}

/// Constructs that are only counted tell no time, and their probes are not free.
std::vector<UnprobedNode> SearchSteps::planOf(const StepRequest &step) const {
  std::vector<UnprobedNode> unprobed;
  for (int i = 0; i < places_.count(); ++i) {
    const Place &place = places_[i];
    if (place.can_ask && step.on.count(i) == 0)
      unprobed.push_back({place.id, "not asked in step " + std::to_string(step.number)});
    else if (place.only_counted)
      unprobed.push_back({place.id, "a search does not count"});
  }
  return unprobed;
}

/// Builds the programs with probes by the plan of the step.
Result<void> SearchSteps::build(const StepRequest &step, const std::string &folder) {
  SystemProcessRunner processes;
  TARE_TRY(BuiltPrograms built, buildToPlan(processes, request_, folder, planOf(step)));
  for (const auto &[role, line] : built.lines)
    manifest_.compile[role] = line;
  return {};
}

/// Makes the runs of a step, and its table.
Result<void> SearchSteps::run(const std::string &folder, int repetitions) {
  Manifest manifest = manifest_;
  manifest.repeat = repetitions;
  ExperimentOptions options = options_.program.experiment;
  options.repeat = repetitions;
  TARE_DO(completed(runExperiment(folder, std::move(manifest), programs_, options)));
  TARE_TRY(ledger_, orExit(exit_build_failed, ledgerOfRun(folder, calibrate_)));
  TARE_TRY(Ledger shown, shownLedger(*ledger_, options_.program.experiment.redact));
  if (!saveLedger(folder, shown, ""))
    return Error{"the table of this step could not be kept", folder};
  return {};
}

/// From the step's table, the counts of its runs, and the node tables of its programs.
Result<Evidence> SearchSteps::evidence(const StepRequest &step, const std::string &folder) const {
  auto table = std::ranges::find(ledger_->tables, threads(), &Table::threads);
  if (table == ledger_->tables.end())
    return Error{"no table could be made of this step", folder};
  Evidence evidence = evidenceOf(*table);
  evidence.folder = "steps/" + std::to_string(step.number);
  TARE_TRY(EarlierResults results, earlierResults(folder));
  TARE_TRY(Prediction counted, predicted(&results));
  evidence.used = usesOf(counted, threads(), true);
  TARE_TRY(std::vector<NodeTree> trees, tables());
  for (const NodeTree &tree : trees)
    for (const Node &node : tree.nodes) {
      int place = places_.find(node.id.text());
      if (place >= 0 && step.on.count(place) > 0 && (tree.fallback || !isTimed(node)))
        evidence.without_probes[node.id.text()] =
            tree.fallback ? tree.fallback_reason : node.reason;
    }
  return evidence;
}

} // namespace tare
