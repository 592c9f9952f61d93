// SPDX-License-Identifier: Apache-2.0
// A folder that its owner removes, with all contents, at the end of its life.
#pragma once

#include "base/files.h"

#include <string>
#include <utility>

namespace tare {

class TemporaryFolder {
public:
  /// `path` must come from makeTemporaryFolder(): the folder will be removed.
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  ~TemporaryFolder() { removeTree(path_); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::string &path() const { return path_; }

private:
  std::string path_;
};

} // namespace tare
