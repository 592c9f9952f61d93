// SPDX-License-Identifier: Apache-2.0
// A new archive, or the one that another process made meanwhile.
//
//   [creation] -> archive file that is whole from its first moment
#pragma once

#include "analyzer/archive/place.h"

#include <functional>

namespace tare {

/// A file that `fill` writes under another name in the same folder (mode 0600), and that gets its
/// name when it is whole. What has the name already stays.
Result<void> makeNamedFile(const std::string &path,
                           const std::function<Result<void>(const std::string &aside)> &fill);

/// Makes the file aside and gives it its name when it is whole. Nobody sees half an archive, and
/// nothing that exists is replaced.
Result<void> createArchiveFile(const ArchivePlace &place);

} // namespace tare
