// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "base/files.h"
#include "instrumenter/wrapper/kept_pipes.h"
#include "instrumenter/wrapper/response_file.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace tare;

namespace {

/// A pipe with a text in it and no writer; our descriptor is its reading end.
struct Pipe {
  explicit Pipe(const std::string &text) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    descriptor = ends[0];
    REQUIRE(write(ends[1], text.data(), text.size()) == ssize_t(text.size()));
    close(ends[1]);
  }
  ~Pipe() { close(descriptor); }
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;

  std::string name() const { return "/dev/fd/" + std::to_string(descriptor); }
  int descriptor = -1;
};

} // namespace

TEST_CASE("a pipe that a word names can be read again and again, from its beginning") {
  Pipe source("int x;"), options("-O2 -c");
  CHECK(isReadOnce(source.name()));
  REQUIRE(keepPipes({"gcc", source.name(), "@" + options.name(), source.name()}).ok());
  CHECK_FALSE(isReadOnce(source.name()));
  for (int i = 0; i < 2; ++i) {
    CHECK(readFile(source.name()).value() == "int x;");
    CHECK(readFile("/proc/self/fd/" + std::to_string(source.descriptor)).value() == "int x;");
    CHECK(expandResponseFiles({"@" + options.name()}) == std::vector<std::string>{"-O2", "-c"});
  }
}

TEST_CASE("pipes that no word names, or that are written to, are left alone") {
  Pipe other("x");
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  std::string written = "/dev/fd/" + std::to_string(ends[1]);
  REQUIRE(keepPipes({"gcc", "-", "-MF", written, "/dev/fd/", "/dev/fd/x", "/dev/fd/99999"}).ok());
  CHECK(isReadOnce(other.name()));
  CHECK(isReadOnce(written));
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("a FIFO is not read, neither as a source nor for options") {
  std::string folder = makeTemporaryFolder("tare-test-").value();
  std::string fifo = folder + "/f.c";
  REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(isReadOnce(fifo));
  CHECK(expandResponseFiles({"@" + fifo}) == std::vector<std::string>{"@" + fifo});
  REQUIRE(writeFileAtomic(folder + "/x.c", "").ok());
  for (const std::string &path :
       {folder + "/x.c", folder, folder + "/none", std::string("/dev/null")})
    CHECK_FALSE(isReadOnce(path));
  removeTree(folder);
}
