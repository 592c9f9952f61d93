// SPDX-License-Identifier: Apache-2.0
// The folder that the names of a program's files are relative to.
#pragma once

#include <string>

namespace tare {

/// TARE_SOURCE_ROOT, else the repository around the source, else the outermost folder around it
/// where a build can start (sub-folders may have a CMakeLists.txt too), else the current folder.
/// All units of a program must agree on it, and whoever shows their names.
std::string sourceRoot(const std::string &source);

} // namespace tare
