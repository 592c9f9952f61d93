// SPDX-License-Identifier: Apache-2.0
#include "driver/search_steps.h"

#include "base/files.h"
#include "driver/calibrator.h"
#include "driver/pilot.h"
#include "driver/prediction.h"
#include "driver/weigh.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/plan/plan_file.h"

#include <algorithm>

namespace tare {
namespace {

const Table *tableOf(const Ledger &ledger, int threads) {
  auto found = std::ranges::find(ledger.tables, threads, &Table::threads);
  return found == ledger.tables.end() ? nullptr : &*found;
}

ProbeUse useOf(const ConstructCost &construct, int threads) {
  ProbeUse use;
  use.entries = construct.frequency.entries();
  use.seconds = construct.cost.direct * threads;
  use.iterations = construct.frequency.executions.of(CostKind::Iteration);
  if (construct.frequency.kind == NodeKind::Parallel)
    use.instances = construct.frequency.executions.of(CostKind::RegionFork);
  return use;
}

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
      calibrate_(machineCalibrator(options.program.experiment.quiet)),
      environment_(budgetEnvironment(options.budget, nullptr)) {}

Error SearchSteps::failed(Error error, int status) {
  status_ = error.signal ? 128 + error.signal : status;
  return error;
}

Result<void> SearchSteps::begin() {
  SystemProcessRunner processes;
  Result<BuiltPrograms> built = buildPrograms(processes, request_);
  if (!built.ok())
    return failed(built.error(), exit_build_failed);
  const std::vector<std::string> &arguments = options_.program.program_arguments;
  describe(built.value(), arguments, manifest_);
  programs_ = programsIn(request_.folder, built.value(), arguments);
  Result<std::vector<NodeTree>> trees =
      readNodeTablesFromElf(request_.folder + "/" + role::instrumented);
  if (!trees.ok())
    return failed(trees.error(), exit_build_failed);
  trees_ = std::move(trees).value();
  places_ = placesOf(trees_);
  return {};
}

Result<Guesses> SearchSteps::guesses() {
  PredictionRequest request;
  request.program = manifest_.program;
  request.parallel = trees_;
  request.threads = {threads()};
  Result<Prediction> prediction = predict(request, calibrate_);
  if (!prediction.ok())
    return prediction.error();
  int cores = std::max(manifest_.machine.cores, 1); // more threads take turns
  for (const PredictedRun &run : prediction.value().runs)
    if (Result<ProbeScale::Known> known =
            calibrate_(run.openmp_runtime, std::min(run.threads, cores));
        known.ok())
      environment_ = budgetEnvironment(options_.budget, &known.value().costs);
  return usesOf(prediction.value(), threads(), false);
}

Result<Evidence> SearchSteps::measure(const StepRequest &step) {
  std::string folder = stepFolderIn(folder_, step.number);
  removeTree(folder); // of a step that was interrupted
  if (Result<void> made = makeFolder(folder, 0700); !made.ok())
    return failed(made.error(), exit_usage);
  if (Result<void> written = writeStepPlan(step); !written.ok())
    return failed(written.error(), exit_build_failed);
  if (Result<void> built = build(folder + "/plan.txt"); !built.ok())
    return built.error();
  if (Result<void> ran = run(folder, step.tuples); !ran.ok())
    return ran.error();
  const Table *table = tableOf(*ledger_, threads());
  if (!table)
    return failed({"no table could be made of this step", folder}, exit_build_failed);
  Evidence evidence = evidenceOf(*table);
  evidence.folder = "steps/" + std::to_string(step.number);
  if (Result<void> used = addUse(folder, evidence); !used.ok())
    return failed(used.error(), exit_build_failed);
  if (Result<void> unprobed = addUnprobed(step, evidence); !unprobed.ok())
    return failed(unprobed.error(), exit_build_failed);
  return evidence;
}

/// What is only counted tells no time, and its probes are not free.
Result<void> SearchSteps::writeStepPlan(const StepRequest &step) {
  std::vector<LeftOutNode> left_out;
  for (size_t i = 0; i < places_.all.size(); ++i) {
    const Place &place = places_.all[i];
    if (place.can_ask && step.on.count(static_cast<int>(i)) == 0)
      left_out.push_back({place.id, "not asked in step " + std::to_string(step.number)});
    else if (place.only_counted)
      left_out.push_back({place.id, "a search does not count"});
  }
  Result<std::string> text = writePlan(left_out);
  if (!text.ok())
    return text.error();
  return writeFileAtomic(stepFolderIn(folder_, step.number) + "/plan.txt", text.value(), 0600);
}

Result<void> SearchSteps::build(const std::string &plan) {
  SystemProcessRunner processes;
  request_.plan = plan;
  Result<BuiltPrograms> built = rebuildProbed(processes, request_);
  if (!built.ok())
    return failed(built.error(), exit_build_failed);
  for (const auto &[role, line] : built.value().lines)
    manifest_.compile[role] = line;
  return {};
}

Result<void> SearchSteps::run(const std::string &folder, int tuples) {
  Manifest manifest = manifest_;
  manifest.repeat = tuples;
  ExperimentOptions options = options_.program.experiment;
  options.json.clear();
  options.repeat = tuples;
  ExperimentEnd end = runExperiment(folder, std::move(manifest), programs_, options, environment_);
  if (end.ending != Ending::complete)
    return failed(end.error.value_or(Error{"the step did not end"}), statusOf(end));
  Result<Ledger> ledger = ledgerOfRun(folder, calibrate_);
  if (!ledger.ok())
    return failed(ledger.error(), exit_build_failed);
  ledger_ = std::move(ledger).value();
  if (!saveLedger(folder, *ledger_, options))
    return failed({"the table of this step could not be kept", folder}, exit_usage);
  return {};
}

Result<void> SearchSteps::addUse(const std::string &folder, Evidence &evidence) const {
  Result<EarlierResults> earlier = earlierResults(folder);
  if (!earlier.ok())
    return earlier.error();
  PredictionRequest request;
  request.program = manifest_.program;
  request.parallel = trees_;
  request.threads = {threads()};
  request.earlier = &earlier.value();
  Result<Prediction> counted = predict(request, calibrate_);
  if (!counted.ok())
    return counted.error();
  evidence.used = usesOf(counted.value(), threads(), true);
  return {};
}

Result<void> SearchSteps::addUnprobed(const StepRequest &step, Evidence &evidence) const {
  Result<std::vector<NodeTree>> trees =
      readNodeTablesFromElf(request_.folder + "/" + role::instrumented);
  if (!trees.ok())
    return trees.error();
  for (const NodeTree &tree : trees.value())
    for (const Node &node : tree.nodes) {
      bool probed = !tree.fallback &&
                    (node.treatment == Treatment::Measured || node.treatment == Treatment::Outside);
      int place = places_.find(node.id.text());
      if (place >= 0 && step.on.count(place) > 0 && !probed)
        evidence.without_probes[node.id.text()] =
            tree.fallback ? tree.fallback_reason : node.reason;
    }
  return {};
}

} // namespace tare
