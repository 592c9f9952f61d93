// SPDX-License-Identifier: Apache-2.0
// Standard input that every run of a program can read.
#include "driver/program_input.h"

#include "base/files.h"
#include "base/temporary_folder.h"
#include "catch.hpp"

#include <fcntl.h>
#include <unistd.h>

using namespace tare;

namespace {

struct Pipe {
  Pipe() { REQUIRE(::pipe2(ends, O_CLOEXEC) == 0); }
  ~Pipe() {
    ::close(ends[0]);
    end();
  }
  void give(const std::string &text) {
    REQUIRE(::write(ends[1], text.data(), text.size()) == ssize_t(text.size()));
  }
  void end() {
    ::close(ends[1]);
    ends[1] = -1;
  }
  int ends[2];
};

constexpr PipePatience short_one = {30, 30};

} // namespace

TEST_CASE("what a pipe gives is there for each run") {
  Pipe pipe;
  pipe.give("7\n");
  pipe.end();
  Result<std::string> input = inputForEveryRun(pipe.ends[0]);
  REQUIRE(input.ok());
  for (int run = 0; run < 2; ++run)
    CHECK(readFile(input.value()).value() == "7\n");
}

TEST_CASE("a pipe that nobody writes to, or that ends at once, is no input") {
  Pipe silent, empty;
  empty.end();
  CHECK(inputForEveryRun(silent.ends[0], short_one).value() == "/dev/null");
  CHECK(inputForEveryRun(empty.ends[0], short_one).value() == "/dev/null");
}

TEST_CASE("part of an input is none") {
  Pipe pipe;
  pipe.give("7\n");
  Result<std::string> input = inputForEveryRun(pipe.ends[0], short_one);
  REQUIRE_FALSE(input.ok());
  CHECK(input.error().message.find("after 2 bytes") != std::string::npos);
}

TEST_CASE("a file is read from its beginning, also without a name") {
  TemporaryFolder folder(makeTemporaryFolder("tare-input-test-").value());
  std::string path = folder.path() + "/in";
  REQUIRE(writeFileAtomic(path, "7\n8\n").ok());
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(::lseek(fd, 2, SEEK_SET) == 2);
  removeTree(path);
  CHECK(readFile(inputForEveryRun(fd).value()).value() == "7\n8\n");
  ::close(fd);
}
