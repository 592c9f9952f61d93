// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/kept_pipes.h"

#include "base/text.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {

namespace {

std::optional<int> numberIn(std::string_view text) {
  if (text.empty() || text.size() > 6 ||
      text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return std::stoi(std::string(text));
}

/// The descriptor of ours that this word names.
std::optional<int> descriptorOf(std::string_view word) {
  if (startsWith(word, "@"))
    word.remove_prefix(1);
  if (word == "/dev/stdin")
    return STDIN_FILENO;
  for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"})
    if (startsWith(word, folder))
      return numberIn(word.substr(folder.size()));
  return std::nullopt;
}

/// One that we only read: others are where a command writes to (-MF /dev/fd/5).
bool isReadPipe(int descriptor) {
  struct stat about;
  int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY && fstat(descriptor, &about) == 0 &&
         S_ISFIFO(about.st_mode);
}

bool writeAll(int to, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(to, bytes, count);
    if (written < 0 && errno != EINTR)
      return false;
    size_t done = written < 0 ? 0 : size_t(written);
    bytes += done;
    count -= done;
  }
  return true;
}

bool copyAll(int from, int to) {
  char chunk[1 << 16];
  for (;;) {
    ssize_t count = read(from, chunk, sizeof chunk);
    if (count == 0)
      return lseek(to, 0, SEEK_SET) == 0;
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0 || !writeAll(to, chunk, size_t(count)))
      return false;
  }
}

/// Where there is no such memory nothing is read, and the pipe stays one.
Result<void> keep(int descriptor) {
  int memory = memfd_create("tare-cc", MFD_CLOEXEC);
  if (memory < 0)
    return {};
  bool kept = copyAll(descriptor, memory) && dup2(memory, descriptor) == descriptor;
  int failure = errno;
  close(memory);
  if (!kept)
    return Error{std::string("a pipe's text cannot be kept: ") + std::strerror(failure)};
  return {};
}

} // namespace

Result<void> keepPipes(const std::vector<std::string> &words) {
  for (const std::string &word : words) {
    std::optional<int> descriptor = descriptorOf(word);
    if (!descriptor || !isReadPipe(*descriptor))
      continue;
    if (Result<void> kept = keep(*descriptor); !kept.ok())
      return Error{kept.error().message, word};
  }
  return {};
}

bool isReadOnce(const std::string &path) {
  struct stat about;
  return stat(path.c_str(), &about) == 0 && path != "/dev/null" &&
         (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode) || S_ISCHR(about.st_mode));
}

} // namespace tare
