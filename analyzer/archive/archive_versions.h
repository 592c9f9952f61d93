// SPDX-License-Identifier: Apache-2.0
// From an archive of an earlier version to one of this version. Records are changed by a step for
// each version; the index is made anew from them. All of it is one transaction, so whoever is
// killed in it leaves the archive as it was.
//
//   archive of an older version -> [archive_versions] -> schema -> archive
//
// A new version adds a step and its number to formats::archive. tests/archive writes archives of
// the versions before.
#pragma once

#include "analyzer/archive/database.h"
#include "analyzer/archive/place.h"

#include <string>
#include <vector>

namespace tare {

/// What leads to a version of the records from the version before it.
struct SchemaStep {
  int version = 0;
  std::string script;
};

/// The steps to this version, the oldest first.
const std::vector<SchemaStep> &schemaSteps();

/// Takes the steps beyond the archive's version, and says the new one. Within a transaction.
Result<void> takeSteps(Database &database, const std::vector<SchemaStep> &steps);

/// Copies an archive in a file, as it was before the writer's transaction in which this is called,
/// to `path`.version-N beside it, which it returns. A copy that is there already stays. Error: there
/// is no such copy.
Result<std::string> keepCopy(const ArchivePlace &place, int version);

} // namespace tare
