// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/staged_files.h"

#include "analyzer/profile/find.h"
#include "analyzer/profile/staged.h"
#include "base/files.h"
#include "base/text.h"

#include "runtime/staged.h"

#include <cstring>

namespace tare {
namespace {

/// The file is one that a process of this user made.
bool isOwn(int fd) {
  struct stat about = {};
  return ::fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == ::geteuid();
}

/// Copies that a process was not able to end.
void removeIncoming(const std::string &place) {
  std::string begin = TARE_STAGED_INCOMING + baseName(place) + ".";
  for (const std::string &name : listFolder(folderOf(place)))
    if (startsWith(name, begin))
      ::unlink((folderOf(place) + "/" + name).c_str());
}

void removeLocal(const StagedFile &file) {
  std::string folder = folderOf(file.path);
  if (!startsWith(baseName(folder), TARE_STAGED_FOLDER))
    return;
  ::unlink(file.path.c_str());
  ::unlink((folder + "/" TARE_STAGED_LINK).c_str());
  ::rmdir(folder.c_str());
}

/// Empty: it is at its place.
std::string bring(const StagedFile &file) {
  std::string what = "data of a process are still on " + printable(file.host) + " in " +
                     printable(file.path) + ": ";
  if (!file.isHere())
    return what +
           "it was ended by force, and only that host sees them; copy them there with cp, to " +
           printable(file.place);
  int from = ::open(file.path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  int error = from < 0 ? errno : isOwn(from) ? tare_staged_bring(from, file.place.c_str()) : EPERM;
  if (from >= 0)
    ::close(from);
  if (error && !stagedFileAt(file.place)) // the process has brought it meanwhile
    return "";
  if (error)
    return what + "they cannot be brought to " + printable(file.place) + ": " +
           std::strerror(error);
  removeLocal(file);
  removeIncoming(file.place);
  return "";
}

} // namespace

std::vector<std::string> bringStagedFiles(const std::string &run_folder) {
  std::vector<std::string> places = findProfiles(run_folder);
  for (const std::string &name : listFolder(run_folder))
    if (startsWith(name, "messages."))
      places.push_back(run_folder + "/" + name);
  std::vector<std::string> warnings;
  for (const std::string &place : places)
    if (auto file = stagedFileAt(place))
      if (std::string warning = bring(*file); !warning.empty())
        warnings.push_back(std::move(warning));
  return warnings;
}

} // namespace tare
