// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/staged.h"

#include "base/files.h"
#include "base/system.h"
#include "base/text.h"

#include "runtime/staged.h"

#include <climits>
#include <sstream>

namespace tare {

bool StagedFile::isHere() const { return host == hostName(); }

std::optional<StagedFile> stagedFileAt(const std::string &place) {
  std::istringstream note(beginOfFile(place, PATH_MAX + 128));
  StagedFile file{place, "", ""};
  std::string magic;
  if (!std::getline(note, magic) || magic + "\n" != TARE_STAGED_MAGIC ||
      !std::getline(note, file.host) || !std::getline(note, file.path))
    return std::nullopt;
  if (note.eof() || !startsWith(file.path, "/")) // cut off
    return std::nullopt;
  return file;
}

std::string placeOfStaged(const std::string &path) {
  std::string folder = folderOf(path);
  if (!startsWith(baseName(folder), TARE_STAGED_FOLDER))
    return "";
  std::string place(PATH_MAX, '\0');
  ssize_t length = ::readlink((folder + "/" TARE_STAGED_LINK).c_str(), place.data(), place.size());
  place.resize(length > 0 ? static_cast<size_t>(length) : 0);
  return place;
}

Error isStillStaged(const StagedFile &file) {
  std::string path = printable(file.path);
  std::string command = "`cp " + quoteCommand({file.path, file.place}) + "`";
  return Error{"its data are still on " + printable(file.host) + " in " + path +
                   ": the process runs, or was ended by force",
               file.place, "run " + command + (file.isHere() ? "" : " on that host")};
}

} // namespace tare
