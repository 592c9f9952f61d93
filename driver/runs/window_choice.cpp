// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/window_choice.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"

#include <algorithm>
#include <set>
#include <sys/stat.h>
#include <tuple>

namespace tare {
namespace {

using FileId = std::pair<uint64_t, uint64_t>;

/// The first word does not count: it is the launcher in `sh -c './p'`, and the only choice in
/// `./p`.
std::set<FileId> filesNamedBehindFirst(const std::vector<std::string> &command) {
  std::set<FileId> files;
  std::vector<std::string> words = launchHere(command).words;
  for (size_t i = 1; i < words.size(); ++i) {
    struct stat about;
    std::string path = findProgram(words[i]);
    if (!path.empty() && ::stat(path.c_str(), &about) == 0)
      files.emplace(about.st_dev, about.st_ino);
  }
  return files;
}

} // namespace

std::optional<Window> likeliestWindow(const std::vector<Window> &windows,
                                      const std::vector<std::string> &command, int threads) {
  if (windows.empty())
    return std::nullopt;
  std::set<FileId> named = filesNamedBehindFirst(command);
  auto asked = static_cast<uint64_t>(std::max(threads, 1));
  return *std::ranges::max_element(windows, {}, [&](const Window &w) {
    bool is_named = w.inode && named.contains({w.device, w.inode});
    return std::tuple(is_named, std::min(w.threads, asked), w.cpu_ns, w.ticks);
  });
}

} // namespace tare
