// SPDX-License-Identifier: Apache-2.0
// Which files are the user's, and their paths in identities.
#pragma once

#include "instrumenter/text/line_map.h"

#include <map>
#include <string>

namespace tare {

/// Judges by path, not by the compiler's system flag alone: CMake's precompiled header marks the
/// project's own headers as system headers.
class UserFiles {
public:
  UserFiles(const LineMap &lines, const std::string &root);

  bool isUser(uint32_t offset);
  /// Relative to the project root when the file lies below it.
  const std::string &path(const std::string &file);
  const LineMap &lines() const { return lines_; }

private:
  struct Known {
    std::string path;
    bool below_root = false;
    bool system_folder = false;
  };
  const Known &know(const std::string &file);

  const LineMap &lines_;
  std::string root_;
  std::map<std::string, Known> known_;
};

} // namespace tare
