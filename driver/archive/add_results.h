// SPDX-License-Identifier: Apache-2.0
// What is to be kept in an archive, from results folders and files.
//
//   path, options -> [add_results] -> NewLedger
#pragma once

#include "analyzer/archive/archive.h"
#include "driver/options.h"

#include <string>
#include <vector>

namespace tare {

/// When a file was written; empty: not known.
std::string fileTime(const std::string &path);

/// A folder with one experiment, a folder of many, a table in JSON, or a file of another tool. An
/// experiment without a table has one made from its runs.
Result<std::vector<std::string>> experimentsAt(const std::string &path);
Result<NewLedger> newLedgerAt(const std::string &path, const ArchiveOptions &options);

} // namespace tare
