// SPDX-License-Identifier: Apache-2.0
// --dry-run of `tare overheads` and `tare run`: what the probes would cost.
#pragma once

#include "driver/options.h"
#include "driver/prediction.h"

#include <optional>

namespace tare {

/// What --from names, if anything; before anything is built.
Result<std::optional<EarlierResults>> earlierOf(const DryRunOptions &options);

/// Predicts, prints, writes --json. `programs` needs no threads and no earlier results. Value: the
/// exit status.
Result<int> showDryRun(PredictionRequest programs, const std::optional<EarlierResults> &earlier,
                       const ExperimentOptions &options);

} // namespace tare
