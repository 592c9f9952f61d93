// SPDX-License-Identifier: Apache-2.0
// Results folder -> ledger: what `tare report` and the end of an experiment have in common.
#include "driver/runner/results.h"

#include "analyzer/advice/advice.h"
#include "driver/runner/call_names.h"
#include "driver/runner/experiment_of.h"
#include "driver/runner/noise.h"

namespace tare {
namespace {

/// What only the runner knows about a table.
void annotate(Table &table, const Manifest &manifest) {
  std::vector<TupleRuns> tuples = tuplesOf(manifest, table.threads);
  table.tuples_accepted = acceptedByGates(manifest, table.threads);
  table.tuples_total = static_cast<int>(tuples.size());
}

Result<void> nameCalls(const std::string &folder, bool just_run, Experiment &experiment) {
  if (just_run) {
    experiment.call_names = lookUpCalls(experiment);
    return experiment.call_names.empty() ? Result<void>()
                                         : writeCallNames(folder, experiment.call_names);
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
