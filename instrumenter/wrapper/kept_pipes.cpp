// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/kept_pipes.h"

#include "base/files.h"
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

/// Whether the descriptor is a pipe that we only read. A command writes to others: -MF /dev/fd/5.
bool isReadPipe(int descriptor) {
  struct stat about;
  int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY && fstat(descriptor, &about) == 0 &&
         S_ISFIFO(about.st_mode);
}

/// Without memory to keep it in, the pipe is not read and stays as it is.
Result<void> keep(int descriptor) {
  int memory = memfd_create("tare-cc", MFD_CLOEXEC);
  if (memory < 0)
    return {};
  Result<std::string> text = readAll(descriptor);
  bool kept = text.ok() && writeAll(memory, text.value()) && lseek(memory, 0, SEEK_SET) == 0 &&
              dup2(memory, descriptor) == descriptor;
  std::string failure = text.ok() ? std::strerror(errno) : text.error().message;
  close(memory);
  if (!kept)
    return Error{"a pipe's text cannot be kept: " + failure};
  return {};
}

} // namespace

Result<void> keepPipes(const Words &words) {
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

std::string pipeIn(const CompileCommand &command) {
  for (const Argument &argument : command.arguments)
    if (argument.role == Role::input || argument.name == "-include" || argument.name == "-imacros")
      if (isReadOnce(argument.value))
        return argument.value;
  return "";
}

} // namespace tare
