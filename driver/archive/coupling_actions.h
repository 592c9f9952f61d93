// SPDX-License-Identifier: Apache-2.0
// Couplings of kernels into an archive, and out of it.
//
//   tare.coupling/1 -> [coupling_actions] -> analyzer/archive/couplings -> text
#pragma once

#include "analyzer/archive/archive.h"

#include <string>

namespace tare {

/// The file with couplings that `path` is, or that is in the folder `path`. Empty: there is none.
std::string couplingFileAt(const std::string &path);

/// Keeps those of all numbers of threads, and says which ones differ from what was kept by the same
/// key. `application`: empty: the program's name. Returns what to print.
Result<std::string> addCouplingFile(Archive &archive, const std::string &file,
                                    const std::string &application);

/// For people.
Result<std::string> couplingsText(Archive &archive, const std::string &application);

} // namespace tare
