// SPDX-License-Identifier: Apache-2.0
// What this machine is.
#pragma once

#include <string>

namespace tare {

std::string cpuModel();                            ///< As /proc/cpuinfo spells it, or "unknown".
std::string kernelRelease();                       ///< As uname does.
int coresAllowed();                                ///< That this process may use; at least 1.
std::string environmentVariable(const char *name); ///< Empty: it is not set, or empty.

} // namespace tare
