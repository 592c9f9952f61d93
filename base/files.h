// SPDX-License-Identifier: Apache-2.0
// Files and folders, with the caution of a program that runs in other people's trees.
#pragma once

#include "base/descriptor.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// A file, open for reading. Error: it cannot be opened, or is a folder, a pipe, a socket or a
/// device. It never waits, which a pipe that lies in a folder would make its reader do for ever.
Result<Descriptor> openFile(const std::string &path);

/// The same of a name that somebody types: /dev/stdin, /dev/null and the /dev/fd/N of <(command)
/// may be what they are, and are waited for.
Result<Descriptor> openInput(const std::string &path);

/// The whole file as bytes. Error: openInput() refuses it, or it is larger than `limit` bytes.
Result<std::string> readFile(const std::string &path, uint64_t limit = uint64_t(1) << 32);

/// The first `most` bytes of a file, or as many as it has. Empty: openFile() refuses it.
std::string beginOfFile(const std::string &path, size_t most);

/// What a descriptor still holds. Error when it cannot be read or holds more than `limit` bytes.
Result<std::string> readAll(int fd, uint64_t limit = uint64_t(1) << 32);

/// Writes all bytes, retrying on EINTR. On failure returns false with errno set.
bool writeAll(int fd, std::string_view bytes);

/// Writes beside the target and renames over it: readers see the old or the new text, never half.
/// A device, and a pipe that somebody reads, is written to as it is.
Result<void> writeFileAtomic(const std::string &path, const std::string &bytes, int mode = 0644);

/// Makes a folder and its parents; existing folders are fine. The last one gets `mode`.
Result<void> makeFolder(const std::string &path, int mode = 0755);

/// A new, private folder <base>/<prefix>XXXXXX (0700); the base is $TMPDIR, else /tmp.
Result<std::string> makeTemporaryFolder(const std::string &prefix);

bool fileExists(const std::string &path);
bool isFolder(const std::string &path);
void removeTree(const std::string &path);
/// Copies a folder and its contents to a new place. Links are copied as links. An Error leaves
/// the part that was copied so far.
Result<void> copyTree(const std::string &from, const std::string &to);

/// Names (not paths) in a folder, sorted; empty when it cannot be read.
std::vector<std::string> listFolder(const std::string &path);

std::string baseName(const std::string &path);
std::string folderOf(const std::string &path);
std::string absolutePath(const std::string &path);
/// With symbolic links resolved; the absolute path itself when it does not exist.
std::string realPath(const std::string &path);
/// `path` relative to `root` when it lies below it, else unchanged.
std::string relativeTo(const std::string &path, const std::string &root);

/// The full path of a program as execvp would find it, or empty.
std::string findProgram(const std::string &name);

/// The prefix of this installation or build tree: <prefix>/bin/tare is running.
std::string installPrefix();
/// Where an installation with this prefix has its libraries: in <prefix>/lib, or in the
/// distribution's own folder, such as lib/x86_64-linux-gnu.
std::string libraryFolderOf(const std::string &prefix);

} // namespace tare
