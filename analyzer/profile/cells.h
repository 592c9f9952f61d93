// SPDX-License-Identifier: Apache-2.0
// Accumulators of the threads: raw records -> signed ticks that can be summed without overflow.
//
//   bytes -> image -> contents -> [cells], log -> close_open -> Profile
#pragma once

#include "analyzer/profile/contents.h"

namespace tare {

/// Adds unless the sum would exceed tick_limit.
[[nodiscard]] bool addTicks(Ticks &sum, unsigned __int128 more);

/// Adds all exclusive times of a thread to `sum`; false when that exceeds tick_limit.
[[nodiscard]] bool sumStates(const ProfileThread &thread, Ticks &sum);

/// Threads in the order of their slots, without their logs.
Result<std::vector<ProfileThread>> readThreads(const ProfileContents &contents);

/// Sums stay within tick_limit; a thread of a complete profile spent at most the window.
Result<void> checkSums(const Profile &profile);

} // namespace tare
