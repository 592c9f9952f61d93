// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/archive_versions.h"

#include "analyzer/archive/creation.h"
#include "analyzer/archive/schema.h"
#include "base/files.h"

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

Result<std::string> keepCopy(Database &database, const std::string &path, int version) {
  std::string copy = path + ".version-" + std::to_string(version);
  if (fileExists(copy))
    return copy;
  TARE_DO(makeNamedFile(copy, [&](const std::string &aside) {
    return database.run("VACUUM INTO ?", {aside});
  }));
  return copy;
}

} // namespace tare
