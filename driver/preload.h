// SPDX-License-Identifier: Apache-2.0
// libtare-window.so under a name that LD_PRELOAD can hold.
#pragma once

#include "base/result.h"

#include <string>

namespace tare {

/// ld.so splits LD_PRELOAD at blanks and colons, and knows no way to quote them.
bool canBePreloaded(const std::string &path);

/// `library`, or where its name cannot be preloaded a link to it, which is there until Tare ends.
Result<std::string> preloadable(const std::string &library);

/// That of this installation. Error: it is not there, or has no such name.
Result<std::string> windowLibrary();

} // namespace tare
