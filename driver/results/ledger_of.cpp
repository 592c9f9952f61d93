// SPDX-License-Identifier: Apache-2.0
// Results folder -> ledger: what `tare report` and the end of an experiment have in common.
#include "driver/results/results.h"

#include "analyzer/advice/advice.h"
#include "analyzer/tables/account.h"
#include "driver/results/experiment_of.h"
#include "driver/results/noise.h"
#include "driver/results/schedule.h"
#include "driver/symbols/symbols.h"

namespace tare {
namespace {

/// What two more programs would add to a table of commands, and how they are made. Where Tare built
/// the programs it has tried, and warned of what failed.
void noteMissingPrograms(Table &table, const Manifest &manifest) {
  if (manifest.reference != role::serial || !manifest.compile.empty())
    return;
  if (!manifest.commands.count(role::serial_instrumented))
    table.notes.push_back(
        "the serial program has no probes: how long it spends in what each construct does is not "
        "known; build it once more with `tare cc --role serial --parallel INSTRUMENTED COMPILER "
        "...` and name it with --serial-instrumented");
  if (!manifest.commands.count(role::ignored) && !manifest.same_source)
    table.notes.push_back(
        "the OpenMP source was not run with its pragmas ignored: what the compiler makes of it "
        "counts as implementation; build it with `tare cc --role ignored COMPILER ...` and name "
        "it with --ignored (if the serial program is that build, name that there as well)");
}

/// What only the runner knows about a table.
void annotate(Table &table, const Manifest &manifest) {
  std::vector<TupleRuns> tuples = tuplesOf(manifest, table.threads);
  table.tuples_accepted = acceptedByGates(manifest, table.threads);
  table.tuples_total = static_cast<int>(tuples.size());
  if (auto predicted = manifest.predicted_s.find(table.threads);
      predicted != manifest.predicted_s.end())
    table.own_cost.predicted_s = predicted->second;
  noteMissingPrograms(table, manifest);
}

/// What the experiment is short of in its folder is a warning: the table is made all the same.
void keep(Experiment &experiment, const std::string &what, const Result<void> &kept) {
  if (!kept.ok())
    experiment.warnings.push_back(what + " are not kept: " + kept.error().text());
}

Result<Ledger> book(const std::string &folder, const Experiment &experiment, Manifest &manifest) {
  Result<Ledger> ledger =
      accountOrMeasured(experiment, [&] { return experimentOf(folder, manifest); });
  if (!ledger.ok())
    return ledger;
  judgeRuns(manifest);
  for (Table &table : ledger.value().tables)
    annotate(table, manifest);
  advise(ledger.value());
  return ledger;
}

Result<Experiment> approximated(const std::string &folder, const Manifest &manifest,
                                ProbeScale &scale) {
  Result<Experiment> experiment =
      experimentOf(folder, manifest, [&](Profile profile, const Teams &teams) {
        return scale(std::move(profile), teams);
      });
  if (experiment.ok())
    for (const std::string &warning : scale.warnings())
      experiment.value().warnings.push_back(warning);
  return experiment;
}

} // namespace

Result<Ledger> ledgerOf(const std::string &folder, Times times) {
  Result<Manifest> manifest = readManifest(folder);
  if (!manifest.ok())
    return manifest.error();
  Result<ProbeScale> scale = ProbeScale::read(folder);
  if (!scale.ok())
    return scale.error();
  Result<Experiment> experiment = times == Times::Measured
                                      ? experimentOf(folder, manifest.value())
                                      : approximated(folder, manifest.value(), scale.value());
  if (!experiment.ok())
    return experiment.error();
  if (Result<void> known = readSymbols(folder, experiment.value()); !known.ok())
    experiment.value().warnings.push_back(
        "the names of calls cannot be read, so call paths are shown by address, and regions that "
        "were compiled without Tare are not named: " +
        known.error().text());
  experiment.value().costs_from_runs = times != Times::Calibrated;
  return book(folder, experiment.value(), manifest.value());
}

Result<Ledger> ledgerOfRun(const std::string &folder, const ProbeScale::Calibrator &calibrate) {
  Result<Manifest> manifest = readManifest(folder);
  if (!manifest.ok())
    return manifest.error();
  ProbeScale scale(calibrate);
  Result<Experiment> made = approximated(folder, manifest.value(), scale);
  if (!made.ok())
    return made.error();
  Experiment &experiment = made.value();
  keep(experiment, "the costs of the probes", scale.write(folder));
  lookUpSymbols(experiment);
  if (!experiment.call_names.empty() || !experiment.unseen_regions.empty())
    keep(experiment, "names of calls and unseen regions", writeSymbols(folder, experiment));
  return book(folder, experiment, manifest.value());
}

} // namespace tare
