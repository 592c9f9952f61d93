// SPDX-License-Identifier: Apache-2.0
// An open file that is closed on every path.
#pragma once

#include <unistd.h>
#include <utility>

namespace tare {

class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor &&other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }

  /// To be checked where data can be lost. On failure returns false with errno set.
  bool close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }
  int fd() const { return fd_; }
  /// From now on the caller has to close it.
  int release() { return std::exchange(fd_, -1); }

private:
  int fd_ = -1; // -1: none
};

} // namespace tare
