// SPDX-License-Identifier: Apache-2.0
// An archive as a text, and such a text into an archive.
#pragma once

#include "driver/options.h"

namespace tare {

Result<int> exportAction(const ArchiveOptions &options);
Result<int> importAction(const ArchiveOptions &options);

} // namespace tare
