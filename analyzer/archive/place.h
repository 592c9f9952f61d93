// SPDX-License-Identifier: Apache-2.0
// Where an archive is, and whether the file there may be taken for one.
//
//   --archive, TARE_ARCHIVE -> [place] -> checked file, or URI of a server
#pragma once

#include "analyzer/archive/database.h"

#include <string>

namespace tare {

struct ArchivePlace {
  Database::Kind kind = Database::Kind::sqlite;
  std::string where; // path, or URI with what it has of passwords
  std::string shown; // for messages: without a password
  /// A file that was looked at already. A process with several connections at once must not open
  /// the file by itself: when any descriptor of a file is closed, POSIX ends all locks that the
  /// process has on it, SQLite's with them.
  bool is_checked = false;
};

/// `given`: a file or an URI of PostgreSQL; empty: TARE_ARCHIVE, else
/// $XDG_DATA_HOME/tare/archive.db.
Result<ArchivePlace> archivePlace(const std::string &given);

/// Reads the first bytes of a file, and changes nothing. Error: it is no archive, of a newer Tare,
/// or cut off.
Result<void> checkArchiveFile(const std::string &path);

} // namespace tare
