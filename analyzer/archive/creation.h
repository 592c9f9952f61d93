// SPDX-License-Identifier: Apache-2.0
// A new archive, or the one that another process made meanwhile.
//
//   [creation] -> archive file that is whole from its first moment
#pragma once

#include "analyzer/archive/place.h"

namespace tare {

/// Makes the file aside and gives it its name when it is whole. Nobody sees half an archive, and
/// nothing that exists is replaced.
Result<void> createArchiveFile(const ArchivePlace &place);

} // namespace tare
