// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/lines.h"

namespace tare {

const Estimate *estimateOf(const Table &table, std::string_view category) {
  for (const LedgerLine &line : table.overheads)
    if (line.category == category)
      return &line.time;
  return nullptr;
}

double timeOf(const Table &table, std::string_view category) {
  const Estimate *estimate = estimateOf(table, category);
  return estimate ? estimate->time_s : 0;
}

double timeAtConstructs(const Table &table, std::string_view category) {
  double time_s = 0;
  for (const ConstructLines &construct : table.constructs)
    for (const LedgerLine &line : construct.overheads)
      time_s += line.category == category ? line.time.time_s : 0;
  return time_s;
}

double timeOfFaults(double faults, int threads) { return faults * 0.5e-6 / threads; }

} // namespace tare
