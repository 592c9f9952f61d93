// SPDX-License-Identifier: Apache-2.0
// Primitives of machines into an archive, and out of it.
//
//   tare.primitives/1 <-> [primitive_actions] <-> analyzer/archive/primitives
#pragma once

#include "analyzer/archive/archive.h"

#include <string>

namespace tare {

/// Whether `path` is a file that `tare calibrate --primitives --json` printed.
bool isPrimitivesFile(const std::string &path);

/// Returns what to print. Error: the file does not say which machine it was measured on.
Result<std::string> addPrimitivesFile(Archive &archive, const std::string &file);

/// For people: a line for each machine, compiler and flags. `host`: empty: all. Error: there are
/// none.
Result<std::string> primitivesText(Archive &archive, const std::string &host);

/// Files of a machine, one for each compiler with its flags: 1.json, 2.json. Returns how many.
Result<int> writePrimitivesFiles(Archive &archive, const std::string &host,
                                 const std::string &folder);

} // namespace tare
