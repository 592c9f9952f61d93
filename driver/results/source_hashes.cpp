// SPDX-License-Identifier: Apache-2.0
#include "driver/results/source_hashes.h"

#include "analyzer/profile/profile.h"
#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <optional>
#include <set>
#include <sys/stat.h>

namespace tare {
namespace {

constexpr uint64_t largest_source = uint64_t(64) << 20, largest_program = uint64_t(1) << 30;

std::optional<std::string> hashOf(const std::string &path, uint64_t limit) {
  struct stat about;
  if (::stat(path.c_str(), &about) != 0 || !S_ISREG(about.st_mode))
    return std::nullopt;
  Result<std::string> text = readFile(path, limit);
  if (!text.ok())
    return std::nullopt;
  return hex16(hashBytes(text.value()));
}

/// The hash of a source below `root`, after links are resolved; a manifest is untrusted, and may
/// not make us read a pipe, a device or somebody else's file.
std::optional<std::string> hashOf(const std::string &root, const std::string &relative) {
  std::string path = realPath(root + "/" + relative);
  return startsWith(path, realPath(root) + "/") ? hashOf(path, largest_source) : std::nullopt;
}

} // namespace

std::optional<std::string> hashOfFile(const std::string &path) {
  return hashOf(path, largest_program);
}

std::string rootOfSources(const std::vector<std::string> &names,
                          const std::vector<std::string> &near) {
  std::string root;
  long most = 0;
  for (const std::string &start : near)
    for (std::string folder = realPath(start); folder.size() > 1; folder = folderOf(folder)) {
      long found = std::ranges::count_if(names, [&](const std::string &name) {
        return !name.empty() && name[0] != '/' && fileExists(folder + "/" + name);
      });
      if (found > most) {
        most = found;
        root = folder;
      }
    }
  return root;
}

void addSource(const std::string &path, Manifest &manifest) {
  if (path.empty() || manifest.source_root.empty())
    return;
  std::string full = path[0] == '/' ? path : manifest.source_root + "/" + path;
  std::string root = realPath(manifest.source_root);
  std::string relative = relativeTo(realPath(full), root);
  if (relative.empty() || relative[0] == '/' || manifest.sources.count(relative))
    return;
  if (std::optional<std::string> hash = hashOf(root, relative))
    manifest.sources[relative] = *hash;
}

/// What the file was when a unit with it was compiled; empty: the tables do not say.
static std::string hashAtBuild(const Profile &profile, const std::string &file) {
  for (const ProfileModule &module : profile.modules)
    if (auto found = module.tree.sources.find(file); found != module.tree.sources.end())
      return found->second;
  return "";
}

void addSourcesOf(const Profile &profile, const std::vector<std::string> &near,
                  Manifest &manifest) {
  std::set<std::string> files;
  for (const ProfileModule &module : profile.modules)
    for (const Node &node : module.tree.nodes)
      files.insert(node.id.path); // places are as each unit's own folder spells them
  std::string root = rootOfSources({files.begin(), files.end()}, near);
  if (!root.empty())
    manifest.source_root = root;
  for (const std::string &file : files) {
    addSource(file, manifest);
    auto entry = manifest.sources.find(file);
    if (std::string built = hashAtBuild(profile, file);
        !built.empty() && entry != manifest.sources.end())
      entry->second = built;
  }
}

std::vector<std::string> changedSources(const Manifest &manifest) {
  std::vector<std::string> changed;
  for (const auto &[relative, hash] : manifest.sources)
    if (hashOf(manifest.source_root, relative) != hash)
      changed.push_back(relative);
  return changed;
}

} // namespace tare
