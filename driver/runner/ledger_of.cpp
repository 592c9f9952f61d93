// SPDX-License-Identifier: Apache-2.0
// Results folder -> ledger: what `tare report` and the end of an experiment have in common.
#include "driver/runner/results.h"

#include "analyzer/advice/advice.h"
#include "driver/runner/call_names.h"
#include "driver/runner/experiment_of.h"
#include "driver/runner/noise.h"
#include "driver/runner/schedule.h"

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
        "it with --ignored");
}

/// What only the runner knows about a table.
void annotate(Table &table, const Manifest &manifest) {
  std::vector<TupleRuns> tuples = tuplesOf(manifest, table.threads);
  table.tuples_accepted = acceptedByGates(manifest, table.threads);
  table.tuples_total = static_cast<int>(tuples.size());
  noteMissingPrograms(table, manifest);
}

Result<void> nameCalls(const std::string &folder, bool just_run, Experiment &experiment) {
  if (just_run) {
    experiment.call_names = lookUpCalls(experiment);
    Result<void> kept = experiment.call_names.empty()
                            ? Result<void>()
                            : writeCallNames(folder, experiment.call_names);
    if (!kept.ok())
      experiment.warnings.push_back("names of calls are not kept: " + kept.error().text());
    return {};
  }
  Result<CallNames> names = readCallNames(folder);
  if (!names.ok())
    return names.error();
  experiment.call_names = std::move(names).value();
  return {};
}

} // namespace

Result<Ledger> ledgerOf(const std::string &folder, bool just_run) {
  Result<Manifest> read = readManifest(folder);
  if (!read.ok())
    return read.error();
  Manifest &manifest = read.value();
  Result<Experiment> experiment = experimentOf(folder, manifest);
  if (!experiment.ok())
    return experiment.error();
  if (Result<void> named = nameCalls(folder, just_run, experiment.value()); !named.ok())
    return named.error();
  Result<Ledger> ledger = account(experiment.value());
  if (!ledger.ok())
    return ledger;
  judgeRuns(manifest);
  for (Table &table : ledger.value().tables)
    annotate(table, manifest);
  advise(ledger.value());
  return ledger;
}

} // namespace tare
