// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/archive_versions.h"

#include "analyzer/archive/schema.h"
#include "base/files.h"

#include <cstdio>

namespace tare {

/// To 2: the order of constructs and the speed of memory are in the index, which has no script.
const std::vector<SchemaStep> &schemaSteps() {
  static const std::vector<SchemaStep> steps = {{2, ""}};
  return steps;
}

Result<void> takeSteps(Database &database, const std::vector<SchemaStep> &steps) {
  TARE_TRY(int version, schemaVersion(database));
  for (const SchemaStep &step : steps)
    if (step.version > version) {
      TARE_DO(database.runAll(spelledFor(database.kind(), step.script)));
      TARE_DO(setSchemaVersion(database, step.version));
    }
  return {};
}

/// Only one process at a time is in such a transaction, so what lies at the other name was left by
/// one that was killed. Another connection reads beside the writer.
Result<std::string> keepCopy(const ArchivePlace &place, int version) {
  const std::string copy = place.where + ".version-" + std::to_string(version);
  if (fileExists(copy))
    return copy;
  const std::string part = copy + ".part";
  std::remove((part + "-journal").c_str());
  TARE_DO(writeFileAtomic(part, "", 0600)); // SQLite fills an empty file, and keeps its mode
  TARE_TRY(std::unique_ptr<Database> database,
           Database::open(place.kind, place.where, place.shown));
  Result<void> done = database->run("VACUUM INTO ?", {part});
  if (done.ok() && std::rename(part.c_str(), copy.c_str()) == 0)
    return copy;
  std::remove(part.c_str());
  return done.ok() ? Error{"a copy of the archive cannot get its name", copy} : done.error();
}

} // namespace tare
