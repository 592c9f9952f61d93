// SPDX-License-Identifier: Apache-2.0
// Tables in the libraries that a program needs. Nothing is run to find them.
#include "base/files.h"
#include "base/text.h"
#include "instrumenter/nodes/elf_section.h"
#include "instrumenter/nodes/node_table.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <set>

namespace tare {
namespace {

using Names = std::vector<std::string>;

/// What a file says of its libraries. ld.so takes no heed of its rpath where it has a runpath.
struct Dynamic {
  Names needed, rpath, runpath;
};

/// The folders of a search path; an empty one is the current folder.
void addFolders(std::string_view path, const std::string &origin, Names &folders) {
  for (std::string folder : splitText(path, ':')) {
    for (std::string_view name : {"${ORIGIN}", "$ORIGIN"})
      for (size_t at = 0; (at = folder.find(name, at)) != std::string::npos; at += origin.size())
        folder.replace(at, name.size(), origin);
    folders.push_back(folder.empty() ? "." : folder);
  }
}

Dynamic dynamicOf(const std::string &path) {
  Dynamic found;
  Result<std::string> entries = readElfSections(path, ".dynamic");
  Result<std::string> strings = readElfSections(path, ".dynstr");
  if (!entries.ok() || !strings.ok())
    return found;
  std::string origin = folderOf(realPath(path));
  for (size_t at = 0; at + sizeof(Elf64_Dyn) <= entries.value().size(); at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    std::memcpy(&entry, entries.value().data() + at, sizeof entry);
    std::string_view name = elfNameAt(strings.value(), entry.d_un.d_val);
    if (entry.d_tag == DT_NEEDED)
      found.needed.emplace_back(name);
    else if (entry.d_tag == DT_RPATH)
      addFolders(name, origin, found.rpath);
    else if (entry.d_tag == DT_RUNPATH)
      addFolders(name, origin, found.runpath);
  }
  return found;
}

/// In the order of ld.so; its cache and the system's folders have no library with probes.
Names searchPath(const std::string &path, const Dynamic &dynamic, const std::string &from_caller) {
  Names folders = dynamic.runpath.empty() ? dynamic.rpath : Names();
  if (!from_caller.empty())
    addFolders(from_caller, folderOf(realPath(path)), folders);
  folders.insert(folders.end(), dynamic.runpath.begin(), dynamic.runpath.end());
  folders.push_back(folderOf(path));
  return folders;
}

Names librariesOf(const std::string &path, const std::string &from_caller) {
  Names libraries;
  Dynamic dynamic = dynamicOf(path);
  Names folders = searchPath(path, dynamic, from_caller);
  for (const std::string &name : dynamic.needed) {
    if (name.find('/') != std::string::npos)
      libraries.push_back(name);
    for (const std::string &folder : folders)
      if (fileExists(folder + "/" + name)) {
        libraries.push_back(folder + "/" + name);
        break;
      }
  }
  return libraries;
}

std::string ownLibraryPath() {
  const char *own = std::getenv("LD_LIBRARY_PATH");
  return own ? own : "";
}

Result<std::vector<NodeTree>> readTables(const std::string &path, const std::string &library_path) {
  Result<std::vector<NodeTree>> own = readNodeTablesFromElf(path);
  if (!own.ok() || holdsOpenMP(own.value()))
    return own;
  std::vector<NodeTree> trees = std::move(own).value();
  std::set<std::string> seen = {realPath(path)};
  Names open = librariesOf(path, library_path);
  for (size_t i = 0; i < open.size(); ++i) {
    if (!seen.insert(realPath(open[i])).second)
      continue;
    Result<std::vector<NodeTree>> read = readNodeTablesFromElf(open[i]);
    for (NodeTree &tree : read.ok() ? read.value() : std::vector<NodeTree>())
      trees.push_back(std::move(tree));
    Names more = librariesOf(open[i], library_path);
    open.insert(open.end(), more.begin(), more.end());
  }
  return trees;
}

} // namespace

bool holdsOpenMP(const std::vector<NodeTree> &trees) {
  return std::ranges::any_of(trees, [](const NodeTree &tree) {
    return std::ranges::any_of(tree.nodes, [](const Node &node) { return isOpenMP(node.kind); });
  });
}

Result<std::vector<NodeTree>>
readNodeTablesOfProgram(const std::string &path, const std::optional<std::string> &library_path) {
  return readTables(path, library_path ? *library_path : ownLibraryPath());
}

} // namespace tare
