// SPDX-License-Identifier: Apache-2.0
// A prediction as a ledger, so that every report and `tare diff` work on it.
//
//   table prediction -> [predicted ledger] -> report
#pragma once

#include "analyzer/models/table_model.h"

namespace tare {

/// One table, marked as predicted. Its constructs come from the nearest measured table; what no
/// model tells (repetitions, work, advice, counts that are not exact) is left out. Its rows sum to
/// T_p - T_s/p exactly.
Ledger predictedLedger(const TablePrediction &prediction, const std::string &scenario);

/// "N = 4000 on 16 threads".
std::string scenarioText(const ModelPoint &at);

} // namespace tare
