// SPDX-License-Identifier: Apache-2.0
// Models, forecasts and choices of some ledgers, as the options ask: for the command line, and for
// `tare archive serve`.
//
//   ModelOptions, ledgers -> [model answers] -> report, forecast, choices
#pragma once

#include "analyzer/forecast/forecast.h"
#include "analyzer/models/model_report.h"
#include "analyzer/models/which.h"
#include "driver/options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Template, footprint and caches. Error: a text is no sum of terms.
Result<TableQuestion> tableQuestionOf(const ModelOptions &options);

/// The ledgers as tables of one program, by the sizes that --by names. Error: refused, or the
/// machine's caches are not known and --footprint needs them.
Result<TablesOfProgram> programTablesFor(const ModelOptions &options,
                                         const std::vector<NamedLedger> &ledgers,
                                         const std::vector<std::string> &sizes);
/// "N", "M" of --by "N,M,threads".
std::vector<std::string> sizesNamedBy(const ModelOptions &options);

/// Without --against.
Result<ModelReport> modelAnswer(const ModelOptions &options,
                                const std::vector<NamedLedger> &ledgers);

struct ForecastAnswer {
  ForecastReport report;                   // a forecast, or why it is refused
  std::optional<ModelRefusal> refusal;     // the same
  std::optional<TablePrediction> made;     // absent: refused. It points into `tables`
  std::shared_ptr<TablesOfProgram> tables; // that it was made from
  std::string scenario;                    // "N = 4000 on 16 threads"
};
Result<ForecastAnswer> forecastAnswer(const ModelOptions &options,
                                      const std::vector<NamedLedger> &ledgers);

/// The shortest time first. Error: no size is said.
Result<std::vector<WhichChoice>> whichAnswer(const ModelOptions &options,
                                             const std::vector<NamedLedger> &ledgers);

} // namespace tare
