// SPDX-License-Identifier: Apache-2.0
#include "driver/program_input.h"

#include "base/files.h"
#include "driver/verbs.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {
namespace {

constexpr const char *nothing = "/dev/null";

/// Opening it gives a new descriptor at the begin of the file.
std::string pathOf(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

Error cannotCopy() {
  return Error{std::string("standard input cannot be kept for all runs: ") + std::strerror(errno),
               "", "put it into a file: tare ... < FILE"};
}

/// Value: bytes copied; 0: nothing came. Error: the pipe neither went on nor ended.
Result<uint64_t> copyPipe(int from, int to, PipePatience patience) {
  uint64_t copied = 0;
  char chunk[1 << 16];
  for (;;) {
    struct pollfd watched = {from, POLLIN, 0};
    int ready = ::poll(&watched, 1, copied ? patience.next_ms : patience.first_ms);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready == 0 && !copied) {
      complain({"warning: standard input is a pipe on which nothing came: the programs get none; "
                "if they need some, put it into a file: tare ... < FILE"});
      return copied;
    }
    if (ready == 0)
      return Error{"standard input does not end: after " + std::to_string(copied) +
                       " bytes nothing more came",
                   "", "put it into a file: tare ... < FILE"};
    ssize_t count = ::read(from, chunk, sizeof chunk);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
      continue;
    if (count < 0)
      return cannotCopy();
    if (count == 0)
      return copied;
    if (!writeAll(to, {chunk, static_cast<size_t>(count)}))
      return cannotCopy();
    copied += static_cast<uint64_t>(count);
  }
}

/// A file without a name; its descriptor stays open as long as Tare runs.
Result<std::string> keptPipe(int fd, PipePatience patience) {
  std::FILE *file = std::tmpfile();
  if (!file || ::fcntl(::fileno(file), F_SETFD, FD_CLOEXEC) != 0)
    return cannotCopy();
  TARE_TRY(uint64_t copied, copyPipe(fd, ::fileno(file), patience));
  return copied ? pathOf(::fileno(file)) : nothing;
}

} // namespace

Result<std::string> inputForEveryRun(int fd, PipePatience patience) {
  struct stat about;
  if (::fstat(fd, &about) != 0)
    return std::string(nothing);
  if (S_ISREG(about.st_mode))
    return pathOf(fd); // by its name it might be gone, or another one
  if (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode))
    return keptPipe(fd, patience);
  return std::string(::isatty(fd) ? "" : nothing);
}

Result<std::string> programInput() {
  static std::optional<Result<std::string>> input;
  if (!input)
    input = inputForEveryRun(STDIN_FILENO);
  return *input;
}

} // namespace tare
