// SPDX-License-Identifier: Apache-2.0
// base/files: whole files or none, and paths as text.
#include "base/elf.h"
#include "base/file_lock.h"
#include "base/files.h"
#include "base/sparse_file.h"
#include "catch.hpp"
#include "scratch.h"

#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace tare;
using tare::testing::Scratch;

namespace {

int modeOf(const std::string &path) {
  struct stat about = {};
  ::stat(path.c_str(), &about);
  return about.st_mode & 0777;
}

} // namespace

TEST_CASE("a file is written whole and read whole") {
  Scratch scratch;
  std::string file = scratch.path() + "/f", bytes("a\0b\n", 4);
  REQUIRE(writeFileAtomic(file, "old text").ok());
  REQUIRE(writeFileAtomic(file, bytes, 0600).ok());
  CHECK(readFile(file).value() == bytes);
  CHECK(modeOf(file) == 0600);
  CHECK(listFolder(scratch.path()) == std::vector<std::string>{"f"}); // nothing left beside it
}

TEST_CASE("a failed write leaves the old text and no litter") {
  Scratch scratch;
  std::string folder = scratch.path() + "/taken";
  REQUIRE(makeFolder(folder).ok());
  CHECK_FALSE(writeFileAtomic(folder, "x").ok()); // a folder cannot be renamed over
  CHECK(listFolder(scratch.path()) == std::vector<std::string>{"taken"});
  CHECK_FALSE(writeFileAtomic(scratch.path() + "/no/such/f", "x").ok());
}

TEST_CASE("a device is written in place") { CHECK(writeFileAtomic("/dev/null", "x").ok()); }

TEST_CASE("reading refuses folders, missing and oversized files") {
  Scratch scratch;
  REQUIRE(writeFileAtomic(scratch.path() + "/f", "12345").ok());
  CHECK(readFile(scratch.path() + "/f", 5).ok());
  CHECK_FALSE(readFile(scratch.path() + "/f", 4).ok());
  CHECK_FALSE(readFile(scratch.path()).ok());
  Result<std::string> missing = readFile(scratch.path() + "/missing");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().text() ==
        scratch.path() + "/missing: cannot read: No such file or directory");
}

TEST_CASE("a pipe that lies in a folder is refused at once; standard input is read") {
  Scratch scratch;
  std::string fifo = scratch.path() + "/f";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  Result<std::string> read = readFile(fifo);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().text() == fifo + ": is a pipe, not a file");
  CHECK(readFile("/dev/null").value().empty());
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  REQUIRE(::write(ends[1], "text", 4) == 4);
  ::close(ends[1]);
  CHECK(readFile("/dev/fd/" + std::to_string(ends[0])).value() == "text");
  ::close(ends[0]);
}

TEST_CASE("what is no file is refused at once, by its kind") {
  Scratch scratch;
  auto at = [&](const char *name) { return scratch.path() + "/" + name; };
  REQUIRE(::mkfifo(at("pipe").c_str(), 0600) == 0);
  REQUIRE(::symlink("/dev/zero", at("device").c_str()) == 0);
  REQUIRE(::symlink("/dev/stdin", at("input").c_str()) == 0);
  REQUIRE(makeFolder(at("folder")).ok());
  struct sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  REQUIRE(at("socket").size() < sizeof address.sun_path);
  std::strcpy(address.sun_path, at("socket").c_str());
  Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
  REQUIRE(::bind(socket.fd(), reinterpret_cast<sockaddr *>(&address), sizeof address) == 0);
  for (const char *kind : {"pipe", "device", "folder", "socket"}) {
    std::string message = at(kind) + ": is a " + kind + ", not a file";
    CHECK(openFile(at(kind)).error().text() == message);
    CHECK(readFile(at(kind)).error().text() == message);
    CHECK(SparseFile::read(at(kind), 100).error().text() == message);
    CHECK(ElfFile::open(at(kind)).error().text() == message);
    CHECK_FALSE(isElf(at(kind)));
    CHECK(beginOfFile(at(kind), 4).empty());
    FileLock lock(at(kind)); // a lock on anything else than a socket may well be had
  }
  Result<Descriptor> input = openFile(at("input")); // a file or not, nobody waits for it
  CHECK(readFile("/dev/zero", 100).error().text() == "/dev/zero: is a device, not a file");
}

TEST_CASE("a pipe that nobody reads is not written to, and not waited for") {
  Scratch scratch;
  std::string fifo = scratch.path() + "/f";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(writeFileAtomic(fifo, "x").error().text() ==
        fifo + ": cannot write: nobody reads it; name a file");
  Descriptor reader(::open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  REQUIRE(writeFileAtomic(fifo, "text").ok());
  CHECK(readAll(reader.fd()).value() == "text");
}

TEST_CASE("the begin of a file is as long as the file at most") {
  Scratch scratch;
  REQUIRE(writeFileAtomic(scratch.path() + "/f", "12345").ok());
  CHECK(beginOfFile(scratch.path() + "/f", 3) == "123");
  CHECK(beginOfFile(scratch.path() + "/f", 9) == "12345");
  CHECK(beginOfFile(scratch.path() + "/none", 9).empty());
}

TEST_CASE("folders are made with their parents") {
  Scratch scratch;
  REQUIRE(makeFolder(scratch.path() + "/a/b/c", 0700).ok());
  REQUIRE(makeFolder(scratch.path() + "/a/b/c/", 0700).ok());
  CHECK(modeOf(scratch.path() + "/a/b/c") == 0700);
  CHECK(isFolder(scratch.path() + "/a/b"));
  REQUIRE(writeFileAtomic(scratch.path() + "/f", "").ok());
  CHECK_FALSE(makeFolder(scratch.path() + "/f/g").ok());
  CHECK(modeOf(scratch.path()) == 0700);
}

TEST_CASE("removeTree does not follow links") {
  Scratch scratch;
  REQUIRE(makeFolder(scratch.path() + "/keep").ok());
  REQUIRE(makeFolder(scratch.path() + "/drop").ok());
  REQUIRE(writeFileAtomic(scratch.path() + "/keep/f", "x").ok());
  REQUIRE(::symlink((scratch.path() + "/keep").c_str(), (scratch.path() + "/drop/l").c_str()) == 0);
  removeTree(scratch.path() + "/drop");
  CHECK(fileExists(scratch.path() + "/keep/f"));
  CHECK_FALSE(fileExists(scratch.path() + "/drop"));
}

TEST_CASE("copyTree copies what is inside, and says what it cannot") {
  Scratch scratch;
  REQUIRE(makeFolder(scratch.path() + "/from/inner").ok());
  REQUIRE(writeFileAtomic(scratch.path() + "/from/inner/f", "x").ok());
  REQUIRE(copyTree(scratch.path() + "/from", scratch.path() + "/to").ok());
  CHECK(readFile(scratch.path() + "/to/inner/f").value() == "x");
  Result<void> none = copyTree(scratch.path() + "/no", scratch.path() + "/other");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().text().find("/no") != std::string::npos);
}

TEST_CASE("paths are taken apart as text") {
  CHECK(baseName("a/b.c") == "b.c");
  CHECK(baseName("a/b/") == "b");
  CHECK(baseName("b") == "b");
  CHECK(baseName("/") == "/");
  CHECK(folderOf("a/b.c") == "a");
  CHECK(folderOf("b") == ".");
  CHECK(folderOf("/b") == "/");
  CHECK(folderOf("/a/b/") == "/a");
  CHECK(folderOf("a//b") == "a");
  CHECK(relativeTo("/p/src/x.c", "/p") == "src/x.c");
  CHECK(relativeTo("/p/src/x.c", "/p/") == "src/x.c");
  CHECK(relativeTo("/project/x.c", "/p") == "/project/x.c");
  CHECK(relativeTo("/p", "/p") == "/p");
  CHECK(absolutePath("/x/y") == "/x/y");
  CHECK(absolutePath("./x") == absolutePath("") + "/x");
  CHECK(realPath("/no/such/file") == "/no/such/file");
}

TEST_CASE("programs are found as execvp finds them") {
  CHECK(findProgram("sh").ends_with("/sh"));
  CHECK(findProgram("/bin/sh") == "/bin/sh");
  CHECK(findProgram("no-such-program-of-tare").empty());
  CHECK(findProgram("/etc/passwd").empty());
  CHECK(findProgram("").empty());
}

TEST_CASE("the prefix is two levels above the running program") {
  CHECK(installPrefix() == folderOf(folderOf(realPath("/proc/self/exe"))));
  CHECK(isFolder(installPrefix()));
}
