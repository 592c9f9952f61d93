// SPDX-License-Identifier: Apache-2.0
// `tare archive serve`: where it listens, who may ask, and what it says when it starts.
#pragma once

#include "driver/options.h"

namespace tare {

/// Returns when a signal asks it to stop. Error: another address than the loopback, a file of
/// tokens that others may read, a taken port, or no archive.
Result<int> serveAction(const ArchiveOptions &options);

} // namespace tare
