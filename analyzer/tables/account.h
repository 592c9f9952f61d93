// SPDX-License-Identifier: Apache-2.0
// An experiment -> its ledger: the end of the analysis, and the only door to it from outside.
//
//   experiment -> accounts (each repetition) -> [tables] -> ledger
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/ledger/ledger.h"
#include "base/result.h"

#include <functional>

namespace tare {

/// Books every repetition (exactly, in ticks), then one statistic over the accepted repetitions of
/// each p: the mean of the least disturbed ones, bands by bootstrap of repetitions. Error: no
/// instrumented run, no construct, or books that do not close (a defect of the runtime or a
/// tampered profile).
Result<Ledger> account(const Experiment &experiment);

/// The same. Where times without what the probes took do not add up, which is a defect of ours, the
/// ledger of the measured times, with a warning. Any other error has nothing to do with the times
/// and is returned.
Result<Ledger> accountOrMeasured(const Experiment &experiment,
                                 const std::function<Result<Experiment>()> &measured);

} // namespace tare
