// SPDX-License-Identifier: Apache-2.0
// `tare clean`: old experiments are removed from a results folder, whole folders only.
#include "driver/verbs.h"

#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/ledger_at.h"
#include "driver/search_steps.h"
#include "driver/weigh.h"

#include <cstdio>
#include <filesystem>

namespace tare {
namespace {

/// Bytes of all files below. What cannot be read counts as nothing.
uint64_t bytesIn(const std::string &folder) {
  namespace fs = std::filesystem;
  uint64_t bytes = 0;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error), end;
  while (!error && at != end) {
    std::error_code unreadable;
    if (at->is_regular_file(unreadable) && !at->is_symlink(unreadable)) {
      uint64_t size = at->file_size(unreadable);
      bytes += unreadable ? 0 : size;
    }
    at.increment(error);
  }
  return bytes;
}

std::string diskText(uint64_t bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f MB", static_cast<double>(bytes) / 1e6);
  return text;
}

/// An experiment, couplings, or a step of a search, that was interrupted or still runs, or cannot
/// be read.
bool isUnfinished(const std::string &folder) {
  if (fileExists(folder + "/manifest.json")) {
    Result<Manifest> manifest = readManifest(folder);
    return !manifest.ok() || !manifest.value().ended;
  }
  for (int step = 1; isFolder(stepFolderIn(folder, step)); ++step)
    if (isUnfinished(stepFolderIn(folder, step)))
      return true;
  return isCouplingFolder(folder) && !fileExists(folder + "/coupling.json");
}

/// What one call of `tare clean` did, or would do.
struct Cleaned {
  int64_t removed = 0, unfinished = 0;
  uint64_t bytes = 0;
};

Result<void> clean(const std::string &experiment, const CleanOptions &options, Cleaned &cleaned) {
  if (!options.unfinished && isUnfinished(experiment)) {
    ++cleaned.unfinished;
    std::printf("kept     %s (it has not ended, or cannot be read)\n",
                printable(experiment).c_str());
    return {};
  }
  uint64_t bytes = bytesIn(experiment);
  if (!options.dry_run) {
    removeTree(experiment);
    if (isFolder(experiment))
      return Error{"this experiment cannot be removed whole", experiment,
                   "see whether its files are yours to remove"};
  }
  std::printf("%s %s (%s)\n", options.dry_run ? "would remove" : "removed ",
              printable(experiment).c_str(), diskText(bytes).c_str());
  ++cleaned.removed;
  cleaned.bytes += bytes;
  return {};
}

} // namespace

Result<int> verbClean(const CleanOptions &options) {
  std::string base = resultsBase(options.folder);
  if (!isFolder(base))
    return Error{"there is no such folder", base, "name what holds the experiments"};
  std::vector<std::string> experiments = resultsOf(base);
  size_t keep = static_cast<size_t>(options.keep);
  size_t old = experiments.size() > keep ? experiments.size() - keep : 0;
  Cleaned cleaned;
  for (size_t i = 0; i < old; ++i)
    TARE_DO(clean(experiments[i], options, cleaned));
  std::printf("%s of %s %s, %s; %s kept\n", std::to_string(cleaned.removed).c_str(),
              numberOf(static_cast<int64_t>(experiments.size()), "experiment").c_str(),
              options.dry_run ? "would be removed" : "removed", diskText(cleaned.bytes).c_str(),
              std::to_string(experiments.size() - static_cast<size_t>(cleaned.removed)).c_str());
  return exit_ok;
}

} // namespace tare
