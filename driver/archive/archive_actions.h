// SPDX-License-Identifier: Apache-2.0
// The actions of `tare archive`.
//
//   ArchiveOptions -> [archive_actions] -> archive -> stdout
#pragma once

#include "driver/options.h"

namespace tare {

/// Returns the exit status.
Result<int> actOnArchive(const ArchiveOptions &options);

} // namespace tare
