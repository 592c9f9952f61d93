// SPDX-License-Identifier: Apache-2.0
// --archive of an experiment: its table goes into an archive as well.
//
//   results folder -> [archive_results] -> tare-archive add
#pragma once

#include <string>

namespace tare {

/// `where` as --archive has it; "usual": the archive that `tare archive` takes without. Says on
/// stderr what was kept. False, after a complaint, when it was not.
bool archiveResults(const std::string &folder, const std::string &where);

} // namespace tare
