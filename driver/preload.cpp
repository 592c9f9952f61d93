// SPDX-License-Identifier: Apache-2.0
#include "driver/preload.h"

#include "base/files.h"
#include "base/temporary_folder.h"

#include <cstdlib>
#include <list>
#include <unistd.h>

namespace tare {
namespace {

/// A folder whose name LD_PRELOAD can hold; TMPDIR may have a blank itself. Empty: none can be
/// made.
std::string folderForLink() {
  Result<std::string> usual = makeTemporaryFolder("tare-preload-");
  if (usual.ok() && canBePreloaded(usual.value()))
    return usual.value();
  if (usual.ok())
    removeTree(usual.value());
  std::string plain = "/tmp/tare-preload-XXXXXX";
  return ::mkdtemp(plain.data()) ? plain : "";
}

} // namespace

bool canBePreloaded(const std::string &path) {
  return path.find_first_of(" :") == std::string::npos;
}

Result<std::string> preloadable(const std::string &library) {
  static std::list<TemporaryFolder> folders; // until the end
  if (canBePreloaded(library))
    return library;
  std::string folder = folderForLink();
  std::string link = folder + "/" + baseName(library);
  if (!folder.empty()) {
    folders.emplace_back(folder);
    if (::symlink(library.c_str(), link.c_str()) == 0)
      return link;
  }
  return Error{
      "a blank or a colon in the folder of Tare: LD_PRELOAD cannot name what is in it, and "
      "no link to it can be made in /tmp",
      library, "install Tare in another folder, or set TMPDIR to one without them"};
}

Result<std::string> windowLibrary() {
  static std::string found;
  if (!found.empty())
    return found;
  std::string library = libraryFolderOf(installPrefix()) + "/libtare-window.so";
  if (!fileExists(library))
    return Error{"this installation of Tare is incomplete", library,
                 "install all of Tare (Debian: the package tare-instrument)"};
  Result<std::string> name = preloadable(library);
  if (name.ok())
    found = name.value();
  return name;
}

} // namespace tare
