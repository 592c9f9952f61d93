// SPDX-License-Identifier: Apache-2.0
// A record of the log counts up to 65535. Beyond that its time says how many there were.
//
//   Profile -> [counted] -> perturbation, thinning
#pragma once

#include "analyzer/profile/profile.h"

namespace tare {

/// `count` of a record of the thread's log, its entries or units. One that is full has the part of
/// what the thread's cell (`all`) has that it has of the cell's time, and at least 65535.
double countOf(const ProfileThread &thread, const SpentTime &record, uint16_t count,
               uint64_t ProfileCell::*all);

} // namespace tare
