// SPDX-License-Identifier: Apache-2.0
// Why a run with probes measured nothing.
#pragma once

#include "driver/runs/run_once.h"

namespace tare {

/// Why an instrumented run left no profile.
Error nothingMeasured(const RunResult &result);

} // namespace tare
