// SPDX-License-Identifier: Apache-2.0
// Region instances that a budget left out: what the cells have of them, and who stands for them.
//
//   bytes -> image -> contents -> cells, log -> close_open -> [left out] -> Profile
#pragma once

#include "analyzer/profile/profile.h"

namespace tare {

/// Only the initial thread has any, of regions with probes inside, and only under a budget. No log
/// stands for more of them than there were: in a program that died, for less.
Result<void> checkSkipped(const Profile &profile);

} // namespace tare
