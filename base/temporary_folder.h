// SPDX-License-Identifier: Apache-2.0
// A folder that is removed, with all that is in it, when its owner goes.
#pragma once

#include "base/files.h"

#include <string>
#include <utility>

namespace tare {

class TemporaryFolder {
public:
  /// `path` is one that makeTemporaryFolder() made.
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  ~TemporaryFolder() { removeTree(path_); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::string &path() const { return path_; }

private:
  std::string path_;
};

} // namespace tare
