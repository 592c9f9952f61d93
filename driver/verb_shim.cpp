// SPDX-License-Identifier: Apache-2.0
// tare shim: a folder of links named like the compilers, for builds that choose theirs by name.
#include "driver/verbs.h"

#include "base/files.h"
#include "base/text.h"
#include "instrumenter/wrapper/compiler_kind.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <unistd.h>

namespace tare {

namespace {

/// The usual folders where PATH is not set.
std::vector<std::string> foldersOfPath() {
  const char *path = std::getenv("PATH");
  return splitText(path ? path : "/usr/local/bin:/usr/bin:/bin", ':');
}

/// Whether a file is this program, under whatever name.
bool isOurs(const std::string &path) { return realPath(path) == realPath("/proc/self/exe"); }

/// Every compiler that PATH offers by name: gcc, g++-12, x86_64-linux-gnu-gcc, clang-19, cc, ...
std::set<std::string> compilersInPath() {
  std::set<std::string> names;
  for (const std::string &folder : foldersOfPath())
    for (const std::string &name : listFolder(folder))
      if (isCompilerName(name) && access((folder + "/" + name).c_str(), X_OK) == 0 &&
          !isOurs(folder + "/" + name))
        names.insert(name);
  return names;
}

/// A link to us that is there already is fine.
Result<void> makeLink(const std::string &target, const std::string &link) {
  if (symlink(target.c_str(), link.c_str()) == 0 || (errno == EEXIST && isOurs(link)))
    return {};
  return Error{std::string("cannot make the link: ") + std::strerror(errno), link,
               "give an empty folder"};
}

Result<void> makeLinks(const std::string &folder) {
  std::set<std::string> names = compilersInPath();
  if (names.empty())
    return Error{"there is no gcc and no clang in PATH", "",
                 "install one, or add its folder to PATH"};
  TARE_DO(makeFolder(folder));
  for (const std::string &name : names)
    TARE_DO(makeLink(realPath("/proc/self/exe"), folder + "/" + name));
  return {};
}

} // namespace

Result<int> verbShim(const ShimOptions &options) {
  const std::string folder = absolutePath(options.folder);
  TARE_DO(orExit(exit_build_failed, makeLinks(folder)));
  std::printf("export PATH=%s:\"$PATH\"\n", quoteCommand({folder}).c_str());
  return exit_ok;
}

bool leaveShim(const std::string &compiler) {
  std::string path;
  for (const std::string &folder : foldersOfPath())
    if (!isOurs((folder.empty() ? "." : folder) + "/" + compiler))
      path += (path.empty() ? "" : ":") + (folder.empty() ? "." : folder);
  setenv("PATH", path.c_str(), 1);
  return !findProgram(compiler).empty();
}

} // namespace tare
