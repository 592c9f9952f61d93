// SPDX-License-Identifier: Apache-2.0
// What a thread that waits does, by OpenMP runtime and OMP_WAIT_POLICY: as their documentation and
// sources say, for waits at barriers and between regions.
//
//   runtime            policy    threads <= cores    threads > cores
//   libgomp (GCC)      none      spins some ms       sleeps at once (GOMP_SPINCOUNT 100)
//   libgomp            passive   sleeps at once      sleeps at once
//   libgomp            active    spins for ever      spins for ever
//   libomp (LLVM)      none      spins 200 ms        yields its core (KMP_BLOCKTIME, KMP_USE_YIELD)
//   libomp             passive   sleeps at once      sleeps at once
//   libomp             active    spins for ever      yields its core
#pragma once

#include "analyzer/replay/fair_share.h"
#include "analyzer/whatif/scenario.h"

#include <string>
#include <string_view>

namespace tare {

/// As OMP_WAIT_POLICY names it, in any case; another name, or none: as measured.
Waiting waitingNamed(std::string policy);

/// `runtime`: as Profile::openmp_runtime names it. `wake_s`: until a sleeping thread runs again.
WaitPolicy waitPolicyOf(std::string_view runtime, Waiting waiting, bool shares_cores,
                        double ticks_per_second, double wake_s);

} // namespace tare
