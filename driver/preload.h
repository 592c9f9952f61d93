// SPDX-License-Identifier: Apache-2.0
// Libraries of Tare under names that LD_PRELOAD can hold.
#pragma once

#include "base/result.h"

#include <string>

namespace tare {

/// ld.so splits LD_PRELOAD at blanks and colons, and knows no way to quote them.
bool canBePreloaded(const std::string &path);

/// `library`, or a link to it if its name cannot be preloaded. The link stays until Tare ends.
Result<std::string> preloadable(const std::string &library);

/// This installation's library. Error: it is not there, or cannot get such a name.
Result<std::string> windowLibrary();

} // namespace tare
