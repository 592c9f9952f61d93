// SPDX-License-Identifier: Apache-2.0
// One process at a time: a lock that ends with its holder, however that ends.
#pragma once

#include <string>

namespace tare {

class FileLock {
public:
  /// Of a file or folder, which stays as it is.
  explicit FileLock(const std::string &path);
  ~FileLock();
  FileLock(const FileLock &) = delete;
  FileLock &operator=(const FileLock &) = delete;

  /// Whether it is held now. False too where the file could not be opened.
  bool tryTake();
  /// Waits until the others have released it. Where it cannot be had at all: returns at once.
  void take();

private:
  int descriptor_;
};

} // namespace tare
