// SPDX-License-Identifier: Apache-2.0
// Kernels of one program, coupled with one number of threads:
//   the order of the calls -> which windows may be repeated, by counts -> times, in turns with the
//   program's own loop -> couplings and the composed loop; chains of three where pairs do not do
#pragma once

#include "analyzer/coupling/coupling_report.h"
#include "driver/coupling/coupled_build.h"
#include "driver/coupling/coupled_runs.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

struct CouplingRequest {
  std::vector<std::string> kernels; // as the user named them
  int pass = 2;                     // the kernels are repeated before it
  int runs = 3;                     // that time the kernels, and as many of the loop itself
  double seconds = 5;               // of repetitions in each run
  bool alone = false;               // no pairs
};

/// `tell` gets a line for each phase. Kernels that cannot be measured are in the table. Error: a
/// run failed.
Result<CouplingTable> coupleKernels(CoupledRuns &runs, const CoupledPrograms &programs,
                                    const CouplingRequest &request, int threads,
                                    const std::function<void(const std::string &)> &tell);

} // namespace tare
