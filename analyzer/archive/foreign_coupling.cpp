// SPDX-License-Identifier: Apache-2.0
// tare.coupling/1: the time of each kernel alone, and of the loop, by threads and parameters.
#include "analyzer/archive/foreign.h"

#include "analyzer/coupling/coupling_report.h"

namespace tare {

Result<ForeignPoints> readCouplingPoints(std::string_view text) {
  TARE_TRY(CouplingReport report, readCouplingText(text));
  ForeignPoints points{report.program, report.host, 0, {}};
  for (const CouplingTable &table : report.tables) {
    std::map<std::string, std::string> parameters = report.parameters;
    parameters["threads"] = std::to_string(table.threads);
    auto add = [&](const std::string &place, const Estimate &time) {
      points.points.push_back({parameters, place, "time", {time.time_s}, time.low_s, time.high_s});
    };
    for (const CoupledKernel &kernel : table.kernels)
      if (table.loop)
        add(kernel.name, kernel.alone);
    if (table.loop)
      add("loop", table.loop->measured);
  }
  return points;
}

} // namespace tare
