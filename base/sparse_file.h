// SPDX-License-Identifier: Apache-2.0
// A file with large holes: a profile's logs are ranges of addresses, and a program fills a small
// part of each.
#pragma once

#include "base/descriptor.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tare {

/// A private copy: what is read cannot change later, and holes cost neither time nor memory.
class SparseFile {
public:
  /// Error when it cannot be read or is larger than `limit` bytes, holes included.
  static Result<SparseFile> read(const std::string &path, uint64_t limit);

  /// Its size, and zeros: load() reads what is wanted. The file stays open.
  static Result<SparseFile> reserve(const std::string &path, uint64_t limit);
  /// Reads `size` bytes at `from` (again): what the file has there now. False: they lie beyond its end,
  /// or cannot be read.
  bool load(uint64_t from, uint64_t size);

  SparseFile(SparseFile &&other) noexcept;
  SparseFile &operator=(SparseFile &&) = delete;
  ~SparseFile();

  std::string_view bytes() const { return {data_, size_}; }

  /// Gives back the memory of `part` of bytes(). Nobody may need it any more: it may read as zeros
  /// from now on. Other memory is left alone.
  void forget(std::string_view part);

private:
  static Result<SparseFile> readOpen(int fd, const std::string &path, uint64_t limit, bool reads);
  SparseFile(char *data, size_t size) : data_(data), size_(size) {}

  char *data_; // null when size_ is 0
  size_t size_;
  Descriptor file_; // of one that is loaded in parts
};

} // namespace tare
