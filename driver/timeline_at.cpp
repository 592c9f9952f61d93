// SPDX-License-Identifier: Apache-2.0
#include "driver/timeline_at.h"

#include "base/files.h"
#include "driver/ledger_at.h"
#include "driver/search_steps.h"

namespace tare {

std::string resultsIn(const std::string &path) {
  for (const char *name : {"manifest.json", "profile.tare", "ledger.json"})
    if (fileExists(path + "/" + name))
      return path;
  int steps = 0;
  while (isFolder(stepFolderIn(path, steps + 1)))
    ++steps;
  if (fileExists(path + "/search.json") && steps > 0)
    return resultsIn(stepFolderIn(path, steps));
  std::vector<std::string> results = experimentsOf(path);
  return results.size() == 1 ? resultsIn(results.front()) : "";
}

Result<std::optional<Timeline>> timelineAt(const std::string &path, bool redact) {
  if (!isFolder(path)) {
    if (baseName(path) != "ledger.json")
      return std::optional<Timeline>();
    std::string folder = folderOf(path);
    return keptTimeline(folder.empty() ? "." : folder, redact);
  }
  std::string folder = resultsIn(path);
  return folder.empty() ? Result<std::optional<Timeline>>(std::optional<Timeline>())
                        : keptTimeline(folder, redact);
}

} // namespace tare
