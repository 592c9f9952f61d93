// SPDX-License-Identifier: Apache-2.0
// `tare archive pages`: the web site of an archive in a folder.
#pragma once

#include "driver/options.h"

namespace tare {

/// Writes pages that are new or otherwise, and removes those of the last time that are no longer
/// pages; other files in the folder stay. Error: the folder has files and no site of Tare.
Result<int> pagesAction(const ArchiveOptions &options);

} // namespace tare
