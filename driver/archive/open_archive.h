// SPDX-License-Identifier: Apache-2.0
// The archive that the options of an action name.
#pragma once

#include "analyzer/archive/archive.h"
#include "driver/options.h"
#include "driver/verbs.h"

#include <string>

namespace tare {

/// A line for each ledger that is not in the index.
std::string refusedText(const Rebuilt &rebuilt);

/// On standard error: an archive of an older version has another one now.
void tellUpgrade(const Archive &archive);

inline Result<Archive> openArchive(const ArchiveOptions &options, Archive::Use use) {
  TARE_TRY(ArchivePlace place, archivePlace(options.archive));
  TARE_TRY(Archive archive, Archive::open(place, use));
  tellUpgrade(archive);
  if (options.as_owner)
    archive.actAsOwner();
  return archive;
}

/// The exit status.
inline int printed(const std::string &text) { return printForPeople(text) ? exit_ok : exit_usage; }

} // namespace tare
