// SPDX-License-Identifier: Apache-2.0
// Tables in objects and programs, and in the libraries that a program needs. No program is run to
// find them.
#include "base/elf.h"
#include "base/files.h"
#include "base/system.h"
#include "base/text.h"
#include "instrumenter/nodes/node_table.h"

#include <algorithm>
#include <elf.h>
#include <set>

namespace tare {
namespace {

using Names = std::vector<std::string>;

/// The libraries that a file needs, and its search paths. ld.so ignores the rpath if there is a
/// runpath.
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
  Result<ElfFile> file = ElfFile::open(path);
  if (!file.ok())
    return found;
  std::string origin = folderOf(realPath(path));
  for (const ElfDynamicName &entry : file.value().dynamicNames())
    if (entry.tag == DT_NEEDED)
      found.needed.push_back(entry.name);
    else
      addFolders(entry.name, origin, entry.tag == DT_RPATH ? found.rpath : found.runpath);
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

Result<std::vector<NodeTree>> readNodeTablesFromElf(const std::string &path) {
  Result<ElfFile> file = ElfFile::open(path);
  if (!file.ok())
    return file.error();
  TARE_TRY(std::string section, file.value().sectionsNamed("tare_nodes"));
  std::vector<NodeTree> trees;
  std::string_view rest = section;
  for (size_t at = rest.find(node_table_magic); at != rest.npos; at = rest.find(node_table_magic)) {
    rest = rest.substr(at);
    size_t end = std::min(rest.find('\0'), rest.find(node_table_magic, 1));
    Result<NodeTree> tree = readNodeTable(rest.substr(0, end));
    if (!tree.ok())
      return Error{tree.error().message, path};
    trees.push_back(std::move(tree).value());
    rest = rest.substr(std::min(end, rest.size()));
  }
  return trees;
}

bool holdsOpenMP(const std::vector<NodeTree> &trees) {
  return std::ranges::any_of(trees, [](const NodeTree &tree) {
    return std::ranges::any_of(tree.nodes, [](const Node &node) { return isOpenMP(node.kind); });
  });
}

Result<std::vector<NodeTree>>
readNodeTablesOfProgram(const std::string &path, const std::optional<std::string> &library_path) {
  return readTables(path, library_path.value_or(environmentVariable("LD_LIBRARY_PATH")));
}

} // namespace tare
