// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/find.h"

#include <algorithm>
#include <filesystem>

namespace tare {
namespace {

constexpr int deepest_profile = 4; // folders below the one that is given

} // namespace

std::vector<std::string> findProfiles(const std::string &folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> paths;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error), end;
  for (; !error && entry != end; entry.increment(error)) {
    if (entry.depth() >= deepest_profile)
      entry.disable_recursion_pending();
    std::error_code ignored;
    bool regular = fs::is_regular_file(entry->symlink_status(ignored));
    if (regular && entry->path().filename() == "profile.tare")
      paths.push_back(entry->path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

} // namespace tare
