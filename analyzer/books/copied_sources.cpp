// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/copied_sources.h"

#include "base/text.h"

#include <algorithm>
#include <vector>

namespace tare {
namespace {

using Files = std::set<std::string>;

/// Components that both names end with.
size_t commonEnd(const std::string &a, const std::string &b) {
  std::vector<std::string> first = splitText(a, '/'), second = splitText(b, '/');
  auto differs = std::mismatch(first.rbegin(), first.rend(), second.rbegin(), second.rend());
  return static_cast<size_t>(differs.first - first.rbegin());
}

/// The file whose name has the most in common with the end of this one's; of several, none.
std::string nearestIn(const Files &files, const std::string &file) {
  std::string nearest;
  size_t most = 0;
  for (const std::string &other : files) {
    size_t common = commonEnd(file, other);
    if (common && common == most)
      nearest.clear();
    if (common <= most)
      continue;
    most = common;
    nearest = other;
  }
  return nearest;
}

std::string folderName(const std::vector<std::string> &components, size_t count) {
  std::string name;
  for (size_t i = 0; i < count; ++i)
    name += components[i] + "/";
  return name.empty() ? "./" : name;
}

/// What is left of both names without their common end.
std::pair<std::string, std::string> foldersOf(const std::string &copy,
                                              const std::string &original) {
  std::vector<std::string> first = splitText(copy, '/'), second = splitText(original, '/');
  size_t common = commonEnd(copy, original);
  return {folderName(first, first.size() - common), folderName(second, second.size() - common)};
}

/// The folder that all of them are in.
std::string folderOfAll(const Files &files) {
  std::vector<std::string> first = splitText(*files.begin(), '/');
  size_t common = first.size() - 1;
  for (const std::string &file : files) {
    std::vector<std::string> other = splitText(file, '/');
    auto differs = std::mismatch(first.begin(), first.begin() + static_cast<ptrdiff_t>(common),
                                 other.begin(), other.end() - 1);
    common = static_cast<size_t>(differs.first - first.begin());
  }
  return folderName(first, common);
}

Files without(const Files &files, const Files &others) {
  Files left;
  std::ranges::set_difference(files, others, std::inserter(left, left.end()));
  return left;
}

/// The counterpart that this node is, or itself.
std::string identityOf(const Node &node) {
  return node.counterpart.empty() ? node.id.text() : node.counterpart;
}

/// Behind the name of the node's own file; empty: it names another file.
std::string identityInFile(const Node &node) {
  std::string identity = identityOf(node);
  bool is_own = startsWith(identity, node.id.path + "#");
  return is_own ? identity.substr(node.id.path.size()) : std::string();
}

/// Files of the serial program, without those whose counterparts belong to constructs of another
/// file.
Files ownFiles(const Profile &serial) {
  Files files;
  for (const ProfileModule &module : serial.modules)
    for (const Node &node : module.tree.nodes) {
      if (identityInFile(node).empty())
        return {};
      if ((node.serial || !node.counterpart.empty()) && !node.id.path.empty())
        files.insert(node.id.path);
    }
  return files;
}

Files filesOf(const KeyTable &table) {
  Files files;
  for (size_t key = 0; key < table.size(); ++key)
    if (const std::string &path = table.node(static_cast<int>(key)).id.path; !path.empty())
      files.insert(path);
  return files;
}

} // namespace

CopiedSources::CopiedSources(const Profile &serial, const KeyTable &table) {
  Files serial_files = ownFiles(serial), parallel_files = filesOf(table);
  Files copies = without(serial_files, parallel_files);
  Files originals = without(parallel_files, serial_files);
  if (copies.empty() || originals.empty())
    return;
  for (const std::string &copy : copies)
    if (std::string original = nearestIn(originals, copy);
        !original.empty() && nearestIn(copies, original) == copy)
      originals_[copy] = original;
  std::string here = folderOfAll(copies), there = folderOfAll(originals);
  if (copies == serial_files && here != there)
    apart_ = {here, there};
}

int CopiedSources::find(const Node &node, const KeyTable &table) {
  auto original = originals_.find(node.id.path);
  if (original == originals_.end() || node.hashes[0] == 0)
    return -1;
  int key = table.find(original->second + identityInFile(node));
  if (key < 0 || table.node(key).hashes[0] != node.hashes[0])
    return -1;
  folders_.insert(foldersOf(node.id.path, original->second));
  return key;
}

std::optional<Note> CopiedSources::note() const {
  if (folders_.empty())
    return std::nullopt;
  Note note{"copied-sources"};
  for (const auto &[copy, original] : folders_) {
    note.figures.emplace_back("copy", copy);
    note.figures.emplace_back("original", original);
  }
  return note;
}

FoldersApart CopiedSources::apart() const { return folders_.empty() ? apart_ : FoldersApart(); }

} // namespace tare
