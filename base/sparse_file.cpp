// SPDX-License-Identifier: Apache-2.0
#include "base/sparse_file.h"

#include "base/files.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {

namespace {

Error unreadable(const std::string &path) {
  return Error{std::string("cannot read: ") + std::strerror(errno), path};
}

/// Fills [from, to) of `data`. Bytes that a file has lost meanwhile stay zero.
bool readRange(int fd, char *data, off_t from, off_t to) {
  while (from < to) {
    ssize_t count = ::pread(fd, data + from, static_cast<size_t>(to - from), from);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return count == 0;
    from += count;
  }
  return true;
}

/// Reads one stretch of data after the other. File systems without holes report one stretch.
bool readData(int fd, char *data, off_t size) {
  for (off_t at = 0; at < size;) {
    off_t from = ::lseek(fd, at, SEEK_DATA);
    if (from < 0 && errno == ENXIO)
      return true;
    off_t to = from < 0 ? -1 : ::lseek(fd, from, SEEK_HOLE);
    if (to < 0)
      return readRange(fd, data, at, size);
    to = to < size ? to : size;
    if (!readRange(fd, data, from, to))
      return false;
    at = to;
  }
  return true;
}

} // namespace

Result<SparseFile> SparseFile::readOpen(int fd, const std::string &path, uint64_t limit,
                                        bool reads) {
  struct stat about;
  if (::fstat(fd, &about) != 0)
    return unreadable(path);
  auto size = static_cast<size_t>(about.st_size);
  if (size > limit)
    return Error{"is larger than " + std::to_string(limit) + " bytes", path};
  if (size == 0)
    return SparseFile(nullptr, 0);
  void *memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return unreadable(path);
  SparseFile file(static_cast<char *>(memory), size);
  if (reads && !readData(fd, file.data_, about.st_size))
    return unreadable(path);
  return file;
}

Result<SparseFile> SparseFile::read(const std::string &path, uint64_t limit) {
  TARE_TRY(Descriptor file, openFile(path));
  return readOpen(file.fd(), path, limit, true);
}

Result<SparseFile> SparseFile::reserve(const std::string &path, uint64_t limit) {
  TARE_TRY(Descriptor file, openFile(path));
  TARE_TRY(SparseFile reserved, readOpen(file.fd(), path, limit, false));
  reserved.file_ = std::move(file);
  return reserved;
}

bool SparseFile::load(uint64_t from, uint64_t size) {
  return from <= size_ && size <= size_ - from &&
         readRange(file_.fd(), data_, static_cast<off_t>(from), static_cast<off_t>(from + size));
}

SparseFile::SparseFile(SparseFile &&other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)),
      file_(std::move(other.file_)) {}

void SparseFile::forget(std::string_view part) {
  auto begin = reinterpret_cast<uintptr_t>(data_), at = reinterpret_cast<uintptr_t>(part.data());
  if (at < begin || at - begin > size_ || part.size() > size_ - (at - begin))
    return;
  auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  auto from = static_cast<size_t>(part.data() - data_), to = from + part.size();
  from = (from + page - 1) / page * page; // what shares a page with it stays
  to = to / page * page;
  if (from < to)
    ::madvise(data_ + from, to - from, MADV_DONTNEED);
}

SparseFile::~SparseFile() {
  if (data_)
    ::munmap(data_, size_);
}

} // namespace tare
