// SPDX-License-Identifier: Apache-2.0
// A table as a forecast has it: bands, and no repetitions.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare::test {

/// All its times get a band of `half` of the parallel time to each side.
inline void asPrediction(Table &table, double serial_s, double parallel_s, double half) {
  double width = half * parallel_s;
  auto widen = [&](double time_s) { return Estimate{time_s, time_s - width, time_s + width}; };
  table.serial_time = widen(serial_s);
  table.parallel_time = widen(parallel_s);
  table.total_overhead = widen(parallel_s - serial_s / table.threads);
  table.serial_repetitions_s.clear();
  table.parallel_repetitions_s.clear();
  table.repetitions.clear();
  auto widenLines = [&](std::vector<LedgerLine> &lines) {
    for (LedgerLine &line : lines) {
      line.time = widen(line.time.time_s);
      line.repetitions_s.clear();
    }
  };
  widenLines(table.overheads);
  for (ConstructLines &construct : table.constructs)
    widenLines(construct.overheads);
}

} // namespace tare::test
