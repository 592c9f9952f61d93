// SPDX-License-Identifier: Apache-2.0
// Files that a process writes in a local folder while its results lie on a network file system. At
// their place is a note until they are brought there (runtime/staged.h).
#pragma once

#include "base/result.h"

#include <optional>
#include <string>

namespace tare {

struct StagedFile {
  std::string place; // where the note is
  std::string host;
  std::string path;    // on that host
  bool isHere() const; // that host is this one
};

/// What a note says; nothing: the file is none.
std::optional<StagedFile> stagedFileAt(const std::string &place);

/// Where a staged file belongs; empty: it is none.
std::string placeOfStaged(const std::string &path);

/// Tells where the file is, and how to bring it.
Error isStillStaged(const StagedFile &file);

} // namespace tare
