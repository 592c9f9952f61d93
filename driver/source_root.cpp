// SPDX-License-Identifier: Apache-2.0
#include "driver/source_root.h"

#include "base/files.h"
#include "base/system.h"

#include <filesystem>
#include <initializer_list>

namespace tare {
namespace {

/// Whether the folder holds a file or folder with one of these names.
bool hasAny(const std::string &folder, std::initializer_list<const char *> names) {
  for (const char *name : names)
    if (fileExists(folder + "/" + name) || isFolder(folder + "/" + name))
      return true;
  return false;
}

} // namespace

std::string sourceRoot(const std::string &source) {
  if (std::string given = environmentVariable("TARE_SOURCE_ROOT"); !given.empty())
    return absolutePath(given);
  // What the name only passes through ("../src/x.c") is not around the source.
  std::string full = std::filesystem::path(absolutePath(source)).lexically_normal().string();
  std::string outermost;
  for (std::string folder = folderOf(full); folder.size() > 1; folder = folderOf(folder)) {
    if (hasAny(folder, {".git"}))
      return folder;
    if (hasAny(folder, {"CMakeLists.txt", "Makefile", "makefile", "GNUmakefile", "configure"}))
      outermost = folder;
  }
  return outermost.empty() ? absolutePath(".") : outermost;
}

} // namespace tare
