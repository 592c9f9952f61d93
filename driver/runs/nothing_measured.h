// SPDX-License-Identifier: Apache-2.0
// Why a run with probes measured nothing.
#pragma once

#include "driver/runs/run_once.h"

namespace tare {

/// Why an instrumented run left no profile.
Error nothingMeasured(const RunResult &result);

/// Of a job whose messages were recorded, and whose ranks left no profile: what to beware of.
/// Empty: its program has no probes, so its ranks are ranks of one thread.
std::string idleProbesOfRanks(const RunResult &result);

} // namespace tare
