// SPDX-License-Identifier: Apache-2.0
// Files and folders over POSIX calls; std::filesystem only where it cannot throw.
#include "base/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {

namespace {

Error systemError(const std::string &what, const std::string &path) {
  return Error{what + ": " + std::strerror(errno), path};
}

/// Of what is no regular file.
Error notAFile(mode_t mode, const std::string &path) {
  std::string kind = S_ISDIR(mode)    ? "folder"
                     : S_ISFIFO(mode) ? "pipe"
                     : S_ISSOCK(mode) ? "socket"
                                      : "device";
  return Error{"is a " + kind + ", not a file", path};
}

/// What somebody types, and then waits for.
bool isStream(const std::string &path) {
  return path == "/dev/stdin" || path == "/dev/null" || path.starts_with("/dev/fd/") ||
         path.starts_with("/proc/self/fd/");
}

Result<Descriptor> openStream(const std::string &path) {
  struct stat about;
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.fd() < 0 || ::fstat(file.fd(), &about) != 0)
    return systemError("cannot read", path);
  if (S_ISDIR(about.st_mode))
    return notAFile(about.st_mode, path);
  return file;
}

/// A pipe, /dev/null or a terminal cannot be renamed over: it is written to. Opening a pipe that
/// nobody reads would wait.
Result<void> writeInPlace(const std::string &path, const std::string &bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.fd() < 0 && errno == ENXIO)
    return Error{"cannot write: nobody reads it", path, "name a file"};
  int flags = file.fd() < 0 ? -1 : ::fcntl(file.fd(), F_GETFL);
  if (flags < 0 || ::fcntl(file.fd(), F_SETFL, flags & ~O_NONBLOCK) != 0 ||
      !writeAll(file.fd(), bytes))
    return systemError("cannot write", path);
  return {};
}

/// Opens a new file beside `path`, never following or reusing what lies there.
int openBeside(const std::string &path, int mode, std::string &name) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    name = path + "." + std::to_string(::getpid()) + "." + std::to_string(attempt) + ".tmp";
    int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    static_cast<mode_t>(mode));
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

bool isExecutableFile(const std::string &path) {
  struct stat about;
  return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

} // namespace

bool writeAll(int fd, std::string_view bytes) {
  for (size_t done = 0; done < bytes.size();) {
    ssize_t count = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

Result<Descriptor> openFile(const std::string &path) {
  struct stat about;
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.fd() < 0) {
    Error error = systemError("cannot read", path);
    bool is_other = ::stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode);
    return is_other ? notAFile(about.st_mode, path) : error; // a socket cannot be opened
  }
  if (::fstat(file.fd(), &about) != 0)
    return systemError("cannot read", path);
  if (!S_ISREG(about.st_mode))
    return notAFile(about.st_mode, path);
  return file;
}

Result<Descriptor> openInput(const std::string &path) {
  return isStream(path) ? openStream(path) : openFile(path);
}

Result<std::string> readFile(const std::string &path, uint64_t limit) {
  TARE_TRY(Descriptor file, openInput(path));
  Result<std::string> bytes = readAll(file.fd(), limit);
  return bytes.ok() ? std::move(bytes) : Error{bytes.error().message, path};
}

std::string beginOfFile(const std::string &path, size_t most) {
  Result<Descriptor> file = openFile(path);
  std::string bytes(most, '\0');
  ssize_t count = file.ok() ? ::pread(file.value().fd(), bytes.data(), most, 0) : 0;
  bytes.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  return bytes;
}

Result<std::string> readAll(int fd, uint64_t limit) {
  struct stat about;
  std::string bytes;
  if (::fstat(fd, &about) == 0 && S_ISREG(about.st_mode) &&
      static_cast<uint64_t>(about.st_size) <= limit)
    bytes.reserve(static_cast<size_t>(about.st_size));
  std::vector<char> chunk(1 << 16);
  for (;;) {
    ssize_t count = ::read(fd, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return systemError("cannot read", "");
    if (count == 0)
      return bytes;
    bytes.append(chunk.data(), static_cast<size_t>(count));
    if (bytes.size() > limit)
      return Error{"is larger than " + std::to_string(limit) + " bytes"};
  }
}

Result<void> writeFileAtomic(const std::string &path, const std::string &bytes, int mode) {
  struct stat about;
  if (::stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
    return writeInPlace(path, bytes);
  std::string beside;
  Descriptor file(openBeside(path, mode, beside));
  if (file.fd() < 0)
    return systemError("cannot write", path);
  bool written = writeAll(file.fd(), bytes) && file.close();
  if (written && ::rename(beside.c_str(), path.c_str()) == 0)
    return {};
  Error error = systemError("cannot write", path);
  ::unlink(beside.c_str());
  return error;
}

Result<void> makeFolder(const std::string &path, int mode) {
  std::string parent = folderOf(path);
  if (!isFolder(parent) && parent != path)
    TARE_DO(makeFolder(parent));
  if (::mkdir(path.c_str(), static_cast<mode_t>(mode)) == 0)
    return {};
  int reason = errno;
  if (isFolder(path))
    return {};
  errno = reason;
  return systemError("cannot make the folder", path);
}

Result<std::string> makeTemporaryFolder(const std::string &prefix) {
  const char *base = std::getenv("TMPDIR");
  std::string path;
  // Compilers do the same: a useless TMPDIR is no reason to stop.
  for (std::string folder : {base ? base : "", "/tmp", "/var/tmp"}) {
    path = folder + "/" + prefix + "XXXXXX";
    if (!folder.empty() && ::mkdtemp(path.data()))
      return path;
  }
  return Error{std::string("cannot make a temporary folder: ") + std::strerror(errno), path,
               "set TMPDIR to a folder that can be written"};
}

bool fileExists(const std::string &path) { return ::access(path.c_str(), F_OK) == 0; }

bool isFolder(const std::string &path) {
  struct stat about;
  return ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

void removeTree(const std::string &path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

Result<void> copyTree(const std::string &from, const std::string &to) {
  std::error_code error;
  using std::filesystem::copy_options;
  std::filesystem::copy(from, to, copy_options::recursive | copy_options::copy_symlinks, error);
  if (error)
    return Error{"cannot be copied to " + to + ": " + error.message(), from,
                 "see whether it is there and whether the disk is full"};
  return {};
}

std::vector<std::string> listFolder(const std::string &path) {
  std::vector<std::string> names;
  DIR *folder = ::opendir(path.c_str());
  if (!folder)
    return names;
  while (struct dirent *entry = ::readdir(folder))
    if (std::string name = entry->d_name; name != "." && name != "..")
      names.push_back(std::move(name));
  ::closedir(folder);
  std::sort(names.begin(), names.end());
  return names;
}

std::string baseName(const std::string &path) {
  size_t end = path.find_last_not_of('/');
  if (end == std::string::npos)
    return path.empty() ? "" : "/";
  size_t slash = path.find_last_of('/', end);
  size_t begin = slash == std::string::npos ? 0 : slash + 1;
  return path.substr(begin, end - begin + 1);
}

std::string folderOf(const std::string &path) {
  size_t end = path.find_last_not_of('/');
  size_t slash = end == std::string::npos ? end : path.find_last_of('/', end);
  if (slash == std::string::npos)
    return !path.empty() && path[0] == '/' ? "/" : ".";
  size_t last = path.find_last_not_of('/', slash);
  return last == std::string::npos ? "/" : path.substr(0, last + 1);
}

std::string absolutePath(const std::string &path) {
  if (!path.empty() && path[0] == '/')
    return path;
  std::error_code error;
  std::string here = std::filesystem::current_path(error).string();
  std::string_view rest = path;
  while (rest.starts_with("./"))
    rest.remove_prefix(2);
  if (rest.empty() || rest == ".")
    return here;
  return (here == "/" ? "" : here) + "/" + std::string(rest);
}

std::string realPath(const std::string &path) {
  char *resolved = ::realpath(path.c_str(), nullptr);
  if (!resolved)
    return absolutePath(path);
  std::string real = resolved;
  std::free(resolved);
  return real;
}

std::string relativeTo(const std::string &path, const std::string &root) {
  std::string folder = root.empty() || root.back() == '/' ? root : root + "/";
  if (!folder.empty() && path.size() > folder.size() && path.starts_with(folder))
    return path.substr(folder.size());
  return path;
}

std::string findProgram(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return isExecutableFile(name) ? name : "";
  const char *search = std::getenv("PATH");
  std::string folders = search ? search : "/usr/local/bin:/usr/bin:/bin";
  for (size_t begin = 0; !name.empty() && begin <= folders.size();) {
    size_t end = std::min(folders.find(':', begin), folders.size());
    std::string folder = folders.substr(begin, end - begin);
    std::string path = (folder.empty() ? "." : folder) + "/" + name;
    if (isExecutableFile(path))
      return path;
    begin = end + 1;
  }
  return "";
}

std::string installPrefix() { return folderOf(folderOf(realPath("/proc/self/exe"))); }

std::string libraryFolderOf(const std::string &prefix) {
  std::string own = prefix + "/" TARE_LIBRARY_FOLDER;
  return fileExists(own + "/libtare-rt.so.1") ? own : prefix + "/lib";
}

} // namespace tare
