// SPDX-License-Identifier: Apache-2.0
// Couplings of kernels into an archive, and out of it.
//
//   tare.coupling/1 -> [coupling_actions] -> analyzer/archive/couplings -> text
#pragma once

#include "analyzer/archive/archive.h"

#include <string>

namespace tare {

/// The file with couplings that `path` is, that is in the folder `path`, or those of all results in
/// it. Empty: there is none.
std::vector<std::string> couplingFilesAt(const std::string &path);

/// Keeps the document, and the couplings of all numbers of threads. Says which ones differ from
/// what was kept by the same key. `application`: empty: the program's name. Returns what to print.
Result<std::string> addCouplingFile(Archive &archive, const std::string &file,
                                    const std::string &application);

/// For people.
Result<std::string> couplingsText(Archive &archive, const std::string &application);

} // namespace tare
