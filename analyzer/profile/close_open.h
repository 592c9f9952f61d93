// SPDX-License-Identifier: Apache-2.0
// Closing what was open when a program died: at the last sign of life every thread is taken out of
// its regions, so that the states still sum up to the area of the teams.
//
//   bytes -> image -> contents -> cells, log -> [close_open] -> Profile
#pragma once

#include "analyzer/profile/contents.h"

namespace tare {

/// The end of the window in ticks of the file's clock: its stop, or the last sign of life.
Result<uint64_t> findCut(const ProfileImage &image, const ProfileContents &contents);

/// Adds to `profile.threads` (as read, in slot order) the time of each thread from its last
/// transition to `cut`, and the teams of its open regions up to there.
Result<void> closeOpen(const ProfileImage &image, const ProfileContents &contents, uint64_t cut,
                       Profile &profile);

/// Why the profile ends before the program was done with it; empty: it does not.
std::string cutReason(const ProfileImage &image, const ProfileContents &contents);

} // namespace tare
