// SPDX-License-Identifier: Apache-2.0
// A serial program that was built from a copy of the parallel program's folder. Identities begin
// with the file's name from the root of the sources on, so where both folders have one root no
// construct of the copy has an identity of the original's.
#pragma once

#include "analyzer/books/balances.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace tare {

class CopiedSources {
public:
  /// Files that only one of the programs has are told to be copies by the end of their names, where
  /// that is one to one. None are where twins were found by the code: those name the parallel
  /// program's files.
  CopiedSources(const Profile &serial, const KeyTable &table);

  /// Key of what the file's original has in the place of this node, if that is the same code; else
  /// -1.
  int find(const Node &node, const KeyTable &table);

  /// What `find` has found, as a note; empty: nothing.
  std::string note() const;
  /// Where the files of both programs lie, if they have none in common and nothing was found.
  std::string apart() const;

private:
  std::map<std::string, std::string> originals_;          // file -> that of the parallel program
  std::set<std::pair<std::string, std::string>> folders_; // of copy and original, of what was found
  std::string apart_;
};

} // namespace tare
