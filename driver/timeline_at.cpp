// SPDX-License-Identifier: Apache-2.0
#include "driver/timeline_at.h"

#include "base/files.h"
#include "driver/ledger_at.h"

namespace tare {

Result<std::optional<Timeline>> timelineAt(const std::string &path, bool redact) {
  if (!isFolder(path)) {
    if (baseName(path) != "ledger.json")
      return std::optional<Timeline>();
    std::string folder = folderOf(path);
    return keptTimeline(folder.empty() ? "." : folder, redact);
  }
  if (fileExists(path + "/" + timeline_file))
    return keptTimeline(path, redact);
  for (const char *name : {"manifest.json", "profile.tare", "ledger.json"})
    if (fileExists(path + "/" + name))
      return std::optional<Timeline>();
  std::vector<std::string> results = experimentsOf(path); // a base with one experiment
  return results.size() == 1 ? keptTimeline(results.front(), redact)
                             : Result<std::optional<Timeline>>(std::optional<Timeline>());
}

} // namespace tare
