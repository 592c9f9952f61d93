// SPDX-License-Identifier: Apache-2.0
#include "driver/follow/followed.h"

#include "analyzer/profile/profile.h"
#include "analyzer/profile/staged.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/follow/live_state.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {

namespace {

std::string procFile(int pid, const char *name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

/// The 22nd field of its stat file; 0: there is no such process, or it has ended and nobody has
/// waited for it.
uint64_t startOfProcess(int pid) {
  Result<std::string> text = readFile(procFile(pid, "stat"));
  if (!text.ok())
    return 0;
  size_t name = text.value().rfind(')'); // it may hold blanks
  if (name == std::string::npos)
    return 0;
  std::istringstream fields(text.value().substr(name + 1));
  std::string field;
  for (int number = 3; number <= 22; ++number)
    if (!(fields >> field) || (number == 3 && (field == "Z" || field == "X")))
      return 0;
  uint64_t start = 0;
  std::from_chars(field.data(), field.data() + field.size(), start);
  return start;
}

Error mapsUnreadable(int pid) {
  std::string process = "what process " + std::to_string(pid) + " has mapped cannot be read";
  struct stat about = {};
  bool is_known = ::stat(procFile(pid, "").c_str(), &about) == 0;
  if (is_known && ::geteuid() != 0 && about.st_uid != ::geteuid())
    return Error{process + ": it is another user's", "", "follow it as that user"};
  return Error{process + ", so it is not known whether it has probes", "",
               "name the folder that it writes its profile to"};
}

} // namespace

bool Followed::isRunning() const { return pid > 0 && startOfProcess(pid) == started; }

std::string Followed::file() const {
  return place.empty() || fileExists(profile) ? profile : place;
}

Result<Followed> followedProcess(int pid) {
  Followed followed{-1, pid, startOfProcess(pid), ""};
  if (followed.started == 0)
    return Error{"there is no process " + std::to_string(pid)};
  Result<std::string> maps = readFile(procFile(pid, "maps"));
  if (!maps.ok())
    return mapsUnreadable(pid);
  std::istringstream lines(maps.value());
  for (std::string line; std::getline(lines, line);)
    if (size_t at = line.find('/'); at != std::string::npos && endsWith(line, "/profile.tare"))
      followed.profile = line.substr(at);
  if (followed.profile.empty())
    return Error{"process " + std::to_string(pid) +
                     " writes no profile: it has no probes, has "
                     "reached no region yet, or has ended",
                 "", "build it through `tare cc`"};
  followed.place = placeOfStaged(followed.profile);
  return followed;
}

/// Of the profile in a file.
static Result<Followed> followedWith(std::string file) {
  if (auto staged = stagedFileAt(file); staged && staged->isHere())
    file = staged->path;
  TARE_TRY(Profile profile, readRunningProfile(file, most_followed_log));
  Followed followed{profile.rank, static_cast<int>(profile.pid), 0, file};
  followed.started = startOfProcess(followed.pid);
  followed.place = placeOfStaged(file);
  Result<Followed> process = followedProcess(followed.pid);
  if (!process.ok() || realPath(process.value().profile) != realPath(file))
    followed.pid = 0; // it has ended, and the number may be another's
  return followed;
}

Result<std::vector<Followed>> followedIn(const std::string &folder) {
  if (!isFolder(folder))
    return Error{"there is no such folder", folder};
  std::vector<std::pair<int64_t, std::string>> files; // by time
  auto look = [&](const std::string &file) {
    struct stat about = {};
    if (::stat(file.c_str(), &about) == 0)
      files.emplace_back(about.st_mtim.tv_sec, file);
  };
  look(folder + "/profile.tare");
  for (const std::string &name : listFolder(folder))
    look(folder + "/" + name + "/profile.tare");
  if (files.empty())
    return Error{"no profile is in this folder", folder};
  std::ranges::stable_sort(files);
  TARE_TRY(Followed newest, followedWith(files.back().second));
  std::map<int, Followed> ranks = {{newest.rank, newest}};
  for (auto file = files.rbegin() + 1; newest.rank >= 0 && file != files.rend(); ++file)
    if (Result<Followed> other = followedWith(file->second); other.ok() && other.value().rank >= 0)
      ranks.try_emplace(other.value().rank, other.value());
  std::vector<Followed> followed;
  for (const auto &[rank, of_rank] : ranks)
    followed.push_back(of_rank);
  return followed;
}

} // namespace tare
