// SPDX-License-Identifier: Apache-2.0
// One process at a time: a lock that ends with its holder, however that ends.
#pragma once

#include <string>

namespace tare {

class FileLock {
public:
  /// Locks a file or folder, without changing it.
  explicit FileLock(const std::string &path);
  ~FileLock();
  FileLock(const FileLock &) = delete;
  FileLock &operator=(const FileLock &) = delete;

  /// Returns whether the lock is held now. False also means that the file could not be opened.
  bool tryTake();
  /// Waits until the others have released it. Returns at once where no lock is possible.
  void take();

private:
  int descriptor_;
};

} // namespace tare
