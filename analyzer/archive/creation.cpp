// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/creation.h"

#include "analyzer/archive/schema.h"
#include "base/files.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tare {
namespace {

/// A file that goes away unless it got its name.
struct FileAside {
  std::string path;
  ~FileAside() {
    for (const char *end : {"", "-wal", "-shm", "-journal"})
      ::unlink((path + end).c_str());
  }
};

Result<void> fillArchive(const std::string &path, const std::string &shown) {
  TARE_TRY(std::unique_ptr<Database> database, Database::open(Database::Kind::sqlite, path, shown));
  DatabaseTransaction transaction(*database);
  TARE_DO(transaction.begin());
  TARE_DO(createSchema(*database));
  TARE_DO(transaction.commit());
  return database->run("PRAGMA journal_mode=WAL");
}

} // namespace

Result<void> createArchiveFile(const ArchivePlace &place) {
  std::string folder = folderOf(place.where);
  if (!isFolder(folder))
    TARE_DO(makeFolder(folder, 0700));
  FileAside aside{folder + "/.archive-XXXXXX"};
  int descriptor = ::mkstemp(aside.path.data());
  if (descriptor < 0)
    return Error{std::string("no archive can be made there: ") + std::strerror(errno), folder,
                 "name another place with --archive"};
  ::close(descriptor);
  TARE_DO(fillArchive(aside.path, place.shown));
  if (::link(aside.path.c_str(), place.where.c_str()) == 0 || errno == EEXIST)
    return {};
  bool has_links = errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS;
  if (!has_links && !fileExists(place.where) &&
      ::rename(aside.path.c_str(), place.where.c_str()) == 0)
    return {};
  return Error{std::string("the archive cannot get its name: ") + std::strerror(errno), place.shown,
               "name another place with --archive"};
}

} // namespace tare
