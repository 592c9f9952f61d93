// SPDX-License-Identifier: Apache-2.0
// Questions to an archive: which runs, and what of them.
//
//   options -> [query] -> one SELECT -> rows
#pragma once

#include "analyzer/archive/archive.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// What is asked for. Empty members ask for nothing; what is asked holds together.
struct ArchiveQuestion {
  std::string application = {};
  std::vector<std::string> parameters = {}; // "N=800", "N=100..800", "kind=dense"
  std::optional<int> threads = {};
  std::string since = {};     // 2026-11-28, or more of such a time
  std::string machine = {};   // host
  std::string category = {};  // full name of a row; "any": all of them; empty: times of runs alone
  std::string construct = {}; // FILE:LINE, a function, or an id; empty: the whole program
  bool latest = false;        // of equal runs the last one
  bool repetitions = false;   // a row for each repetition
};

/// FILE:LINE -> file, line; nothing where no number is at the end.
std::optional<std::pair<std::string, std::string>> fileAndLine(const std::string &place);

/// A statement with its values.
struct ArchiveSelect {
  std::string sql;
  DatabaseRow values;
};

/// Error: nothing is asked for, or a parameter or a time is none. Runs are found first and then
/// their rows, so the time does not grow with the archive.
Result<ArchiveSelect> selectOf(const ArchiveQuestion &question,
                               Database::Kind kind = Database::Kind::sqlite);

Result<DatabaseRows> ask(Archive &archive, const ArchiveQuestion &question);

/// One SELECT as the user typed it, of an archive that was opened for reading. Error: it is none.
Result<DatabaseRows> askSql(Archive &archive, const std::string &sql);

} // namespace tare
