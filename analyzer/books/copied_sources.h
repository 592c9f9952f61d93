// SPDX-License-Identifier: Apache-2.0
// A serial program that was built from a copy of the parallel program's folder. Identities begin
// with the file's name from the root of the sources on, so where both folders have one root no
// construct of the copy has an identity of the original's.
#pragma once

#include "analyzer/books/balances.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tare {

class CopiedSources {
public:
  /// Files that only one of the programs has are told to be copies by the end of their names, where
  /// that is one to one. None are where counterparts were found by the code: those name the
  /// parallel program's files.
  CopiedSources(const Profile &serial, const KeyTable &table);

  /// Key of what the file's original has in the place of this node, if that is the same code; else
  /// -1.
  int find(const Node &node, const KeyTable &table);

  /// The folders of what `find` has found. Nothing: it found nothing.
  std::optional<Note> note() const;
  FoldersApart apart() const;

private:
  std::map<std::string, std::string> originals_;          // file -> that of the parallel program
  std::set<std::pair<std::string, std::string>> folders_; // of copy and original, of what was found
  FoldersApart apart_;
};

} // namespace tare
