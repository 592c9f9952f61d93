// SPDX-License-Identifier: Apache-2.0
// Results folder -> ledger: what `tare report` and the end of an experiment have in common.
#include "driver/runner/results.h"

#include "analyzer/advice/advice.h"
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

} // namespace

Result<Ledger> ledgerOf(const std::string &folder) {
  Result<Manifest> read = readManifest(folder);
  if (!read.ok())
    return read.error();
  Manifest &manifest = read.value();
  Result<Experiment> experiment = experimentOf(folder, manifest);
  if (!experiment.ok())
    return experiment.error();
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
