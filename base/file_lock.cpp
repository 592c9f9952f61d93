// SPDX-License-Identifier: Apache-2.0
#include "base/file_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace tare {

FileLock::FileLock(const std::string &path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

bool FileLock::tryTake() {
  return descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

void FileLock::take() {
  while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR)
    ;
}

} // namespace tare
