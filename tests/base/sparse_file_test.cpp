// SPDX-License-Identifier: Apache-2.0
// base/sparse_file: what was written is there, what was not is zero.
#include "base/files.h"
#include "base/sparse_file.h"
#include "catch.hpp"
#include "scratch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tare;
using tare::testing::Scratch;

namespace {} // namespace

TEST_CASE("a file of 8 GiB with a few bytes in it is read as it is") {
  Scratch scratch;
  std::string path = scratch.path() + "/f";
  constexpr off_t far = off_t(8) << 30;
  int fd = ::open(path.c_str(), O_CREAT | O_WRONLY, 0600);
  REQUIRE(::pwrite(fd, "head", 4, 0) == 4);
  REQUIRE(::pwrite(fd, "tail", 4, far) == 4);
  ::close(fd);

  Result<SparseFile> file = SparseFile::read(path, uint64_t(1) << 34);
  REQUIRE(file.ok());
  std::string_view bytes = file.value().bytes();
  REQUIRE(bytes.size() == size_t(far) + 4);
  CHECK(bytes.substr(0, 5) == std::string_view("head\0", 5));
  CHECK(bytes[size_t(far) / 2] == '\0');
  CHECK(bytes.substr(size_t(far)) == "tail");
  CHECK_FALSE(SparseFile::read(path, 100).ok());
}

TEST_CASE("an empty file is empty; a folder or nothing is an error that names it") {
  Scratch scratch;
  std::string path = scratch.path() + "/empty";
  REQUIRE(writeFileAtomic(path, "").ok());
  CHECK(SparseFile::read(path, 100).value().bytes().empty());
  CHECK(SparseFile::read(scratch.path(), 1 << 20).error().place == scratch.path());
  CHECK(SparseFile::read(scratch.path() + "/none", 100).error().place == scratch.path() + "/none");
}

TEST_CASE("a pipe is refused at once") {
  Scratch scratch;
  std::string fifo = scratch.path() + "/f";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(SparseFile::read(fifo, 100).error().place == fifo);
}

TEST_CASE("what is forgotten takes what is beside it along only by whole pages") {
  Scratch scratch;
  std::string path = scratch.path() + "/f", text(5 * 4096, 'x');
  REQUIRE(writeFileAtomic(path, text).ok());
  Result<SparseFile> file = SparseFile::read(path, 1 << 20);
  REQUIRE(file.ok());
  std::string_view bytes = file.value().bytes();
  file.value().forget(bytes.substr(100, 3 * 4096));
  CHECK(bytes.substr(0, 4096) == std::string(4096, 'x'));
  CHECK(bytes.substr(3 * 4096) == std::string(2 * 4096, 'x'));
  CHECK(bytes.substr(4096, 2 * 4096) == std::string(2 * 4096, '\0'));
  file.value().forget(bytes.substr(4095, 2)); // no whole page
  CHECK(bytes[4095] == 'x');
}

TEST_CASE("a file is loaded in parts, as it is at that time") {
  Scratch scratch;
  std::string path = scratch.path() + "/f";
  REQUIRE(writeFileAtomic(path, "0123456789").ok());
  Result<SparseFile> file = SparseFile::reserve(path, 100);
  REQUIRE(file.ok());
  CHECK(file.value().bytes() == std::string_view("\0\0\0\0\0\0\0\0\0\0", 10));
  CHECK(file.value().load(2, 3));
  CHECK(file.value().bytes().substr(0, 6) == std::string_view("\0\0" "234" "\0", 6));
  int fd = ::open(path.c_str(), O_WRONLY);
  REQUIRE(::pwrite(fd, "abc", 3, 2) == 3);
  ::close(fd);
  CHECK(file.value().load(3, 1));
  CHECK(file.value().bytes().substr(2, 3) == "2b4");
  CHECK_FALSE(file.value().load(8, 3));
  CHECK_FALSE(file.value().load(11, 0));
  std::string elsewhere(1 << 16, 'x');
  file.value().forget(elsewhere);
  CHECK(elsewhere == std::string(1 << 16, 'x'));
}
