// SPDX-License-Identifier: Apache-2.0
// Bytes under a path, for readers that open one; they are in memory only.
#pragma once

#include "base/files.h"

#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace tare::testing {

class MemoryFile {
public:
  explicit MemoryFile(const std::string &bytes) : fd_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    writeAll(fd_, bytes);
  }
  ~MemoryFile() { ::close(fd_); }
  MemoryFile(const MemoryFile &) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

private:
  int fd_;
};

} // namespace tare::testing
