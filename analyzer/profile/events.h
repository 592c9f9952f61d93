// SPDX-License-Identifier: Apache-2.0
// The events of a thread (event.h).
//
//   bytes -> image -> contents -> [events] -> Profile
#pragma once

#include "analyzer/profile/contents.h"

namespace tare {

/// Those up to the end of the window; a writer that died may have written later ones. Error: one is of
/// no construct, of no known kind, or before the one before.
Result<std::vector<Event>> readEvents(const ProfileContents &contents, const ThreadBlocks &thread,
                                      uint64_t start_tick, Ticks window);

} // namespace tare
