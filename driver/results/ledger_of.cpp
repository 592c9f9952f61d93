// SPDX-License-Identifier: Apache-2.0
// Results folder -> ledger: what `tare report` and the end of an experiment have in common.
#include "driver/results/results.h"

#include "analyzer/advice/advice.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/tables/account.h"
#include "driver/results/experiment_of.h"
#include "driver/results/node_renewal.h"
#include "driver/results/noise.h"
#include "driver/results/schedule.h"
#include "driver/results/source_hashes.h"
#include "driver/results/timeline_of.h"
#include "driver/symbols/symbols.h"

namespace tare {
namespace {

/// What two more programs would add to a table of commands, and how they are made. Where Tare built
/// the programs it has tried, and warned of what failed.
void noteMissingPrograms(Table &table, const Manifest &manifest) {
  if (manifest.reference != role::serial || !manifest.compile.empty())
    return;
  if (!manifest.commands.count(role::serial_instrumented))
    table.notes.push_back({"serial-unprobed"});
  if (!manifest.commands.count(role::ignored) && !manifest.same_source)
    table.notes.push_back({"pragmas-not-ignored"});
}

/// What only the runner knows about a table.
void annotate(Table &table, const Manifest &manifest) {
  std::vector<RepetitionRuns> repetitions = repetitionsOf(manifest, sizeOf(table));
  table.repetitions_accepted = acceptedByGates(manifest, sizeOf(table));
  table.repetitions_total = static_cast<int>(repetitions.size());
  if (auto predicted = manifest.predicted_s.find(table.threads);
      predicted != manifest.predicted_s.end())
    table.own_cost.predicted_s = predicted->second;
  noteMissingPrograms(table, manifest);
}

/// Outputs are compared at the end: Tare itself may have ended before.
std::optional<Outputs> outputsIn(const Manifest &manifest) {
  if (manifest.outputs || manifest.ended)
    return manifest.outputs;
  Outputs outputs;
  outputs.reason = "the experiment did not come to its end";
  return outputs;
}

/// A table can do without what was not kept in its folder.
void keep(Experiment &experiment, const std::string &rule, const Result<void> &kept) {
  if (!kept.ok())
    experiment.warnings.push_back({.rule = rule, .figures = {{"reason", kept.error().text()}}});
}

/// Hashes of the sources when they were built, as the tables of the program tell; of tables of an
/// earlier version, when the program ran.
std::map<std::string, std::string> hashesOf(const Experiment &experiment,
                                            const Manifest &manifest) {
  std::map<std::string, std::string> hashes = manifest.sources;
  for (const Repetition &repetition : experiment.repetitions)
    if (repetition.instrumented.profile) {
      for (const ProfileModule &module : repetition.instrumented.profile->modules)
        for (const auto &[file, hash] : module.tree.sources)
          hashes[file] = hash;
      break; // all repetitions ran one program
    }
  return hashes;
}

/// `measured`: the experiment with times as they were measured.
Result<Ledger> book(const Experiment &experiment, Manifest &manifest,
                    const std::function<Result<Experiment>()> &measured) {
  Result<Ledger> ledger = accountOrMeasured(experiment, measured);
  if (!ledger.ok())
    return ledger;
  judgeRuns(manifest);
  for (Table &table : ledger.value().tables)
    annotate(table, manifest);
  ledger.value().outputs = outputsIn(manifest);
  ledger.value().sources = hashesOf(experiment, manifest);
  advise(ledger.value());
  return ledger;
}

Result<Experiment> approximated(const std::string &folder, const Manifest &manifest,
                                ProbeScale &scale, const ProfileReader &read = readProfile) {
  Result<Experiment> experiment = experimentOf(
      folder, manifest,
      [&](Profile profile, const Teams &teams) { return scale(std::move(profile), teams); }, read);
  if (experiment.ok())
    append(experiment.value().warnings, scale.warnings());
  return experiment;
}

ProfileReader readerOf(const Manifest &manifest, NodeRenewal *renewal) {
  if (!renewal)
    return readProfile;
  return [&manifest, renewal](const std::string &path) { return renewal->read(&manifest, path); };
}

/// The sources are compared with what was run construct by construct, so that the warning about
/// whole files says less.
void tellRenewal(const NodeRenewal &renewal, const Manifest &manifest, Experiment &experiment) {
  Manifest moved = manifest;
  moved.source_root = renewal.root();
  std::erase_if(experiment.warnings,
                [](const Note &note) { return note.rule == "sources-changed"; });
  append(experiment.warnings, renewal.notes(changedSources(moved)));
  if (moved.source_root != manifest.source_root)
    experiment.source_root = experiment.foreign_root = moved.source_root;
}

} // namespace

Result<Ledger> ledgerOf(const std::string &folder, Times times, NodeRenewal *renewal) {
  Result<Manifest> manifest = readManifest(folder);
  if (!manifest.ok())
    return manifest.error();
  ProfileReader read = readerOf(manifest.value(), renewal);
  TARE_TRY(ProbeScale scale, ProbeScale::read(folder));
  auto told = [&](Result<Experiment> experiment) {
    if (renewal && experiment.ok())
      tellRenewal(*renewal, manifest.value(), experiment.value());
    return experiment;
  };
  auto measured = [&] { return told(experimentOf(folder, manifest.value(), {}, read)); };
  TARE_TRY(Experiment experiment, times == Times::Measured
                                      ? measured()
                                      : told(approximated(folder, manifest.value(), scale, read)));
  if (Result<void> known = readSymbols(folder, experiment); !known.ok())
    experiment.warnings.push_back(
        {.rule = "symbols-unread", .figures = {{"reason", known.error().text()}}});
  experiment.costs_from_runs = times != Times::Calibrated;
  return book(experiment, manifest.value(), measured);
}

Result<Experiment> approximatedExperiment(const std::string &folder, NodeRenewal *renewal) {
  TARE_TRY(Manifest manifest, readManifest(folder));
  TARE_TRY(ProbeScale scale, ProbeScale::read(folder));
  TARE_TRY(Experiment experiment,
           approximated(folder, manifest, scale, readerOf(manifest, renewal)));
  TARE_DO(readSymbols(folder, experiment));
  return experiment;
}

Result<Ledger> ledgerOfRun(const std::string &folder, const ProbeScale::Calibrator &calibrate) {
  TARE_TRY(Manifest manifest, readManifest(folder));
  ProbeScale scale(calibrate);
  TARE_TRY(Experiment made, approximated(folder, manifest, scale));
  Experiment &experiment = made;
  keep(experiment, "costs-not-kept", scale.write(folder));
  lookUpSymbols(experiment);
  if (!experiment.call_names.empty() || !experiment.unseen_regions.empty())
    keep(experiment, "symbols-not-kept", writeSymbols(folder, experiment));
  keep(experiment, "timeline-not-kept", writeTimeline(folder, experiment, manifest));
  return book(experiment, manifest, [&] { return experimentOf(folder, manifest); });
}

} // namespace tare
