// SPDX-License-Identifier: Apache-2.0
// The call paths through which regions were forked.
//
//   bytes -> image -> contents -> cells, log, samples, [paths] -> close_open -> Profile
#pragma once

#include "analyzer/profile/contents.h"

namespace tare {

struct ProfilePaths {
  std::vector<std::string> objects;
  std::vector<CallPath> paths;
};

/// Every call lies in an object that the block names before it.
Result<ProfilePaths> readPaths(std::string_view block);

} // namespace tare
