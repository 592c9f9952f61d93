// SPDX-License-Identifier: Apache-2.0
// Whose window is the program's, among those of all processes that a command started.
#include "driver/runs/window_choice.h"

#include "base/files.h"
#include "catch.hpp"
#include "tests/runner/fakes.h"

#include <sys/stat.h>

using namespace tare;
using namespace tare::testing;

namespace {

Window window(uint64_t pid, uint64_t threads, uint64_t cpu_ns, Ticks ticks) {
  Window made;
  made.pid = pid;
  made.threads = threads;
  made.cpu_ns = cpu_ns;
  made.ticks = ticks;
  return made;
}

constexpr uint64_t launcher = 1, program = 2;

} // namespace

TEST_CASE("what starts a program lasts longer, but the program computes") {
  int asked = GENERATE(1, 2, 4);
  uint64_t own = GENERATE(1, 4); // threads of the launcher's own
  std::vector<Window> windows = {window(launcher, own, 10, 9000),
                                 window(program, uint64_t(asked), 5000, 6000)};
  CHECK(likeliestWindow(windows, {"./run.sh"}, asked)->pid == program);
  std::swap(windows[0], windows[1]);
  CHECK(likeliestWindow(windows, {"./run.sh"}, asked)->pid == program);
}

TEST_CASE("a helper that computes more has not the threads that were asked for") {
  CHECK(likeliestWindow({window(1, 1, 9000, 9000), window(program, 2, 500, 600)}, {"./run.sh"}, 2)
            ->pid == program);
}

TEST_CASE("windows that do not tell CPU time: the longest") {
  CHECK(likeliestWindow({window(1, 1, 0, 300), window(program, 1, 0, 900)}, {"./p"}, 1)->pid ==
        program);
  CHECK_FALSE(likeliestWindow({}, {"./p"}, 1).has_value());
}

TEST_CASE("the program that the command names, though its launcher computes more") {
  Scratch folder;
  std::string path = folder.path() + "/p";
  REQUIRE(writeFileAtomic(path, "", 0700).ok());
  struct stat about;
  REQUIRE(::stat(path.c_str(), &about) == 0);
  Window own = window(program, 1, 500, 600), other = window(launcher, 4, 9000, 9000);
  own.device = about.st_dev;
  own.inode = about.st_ino;
  other.device = 1;
  other.inode = 1;
  CHECK(likeliestWindow({other, own}, {"mpirun", "-n", "1", path}, 1)->pid == program);
  CHECK(likeliestWindow({other, own}, {path, "1"}, 1)->pid == launcher); // it is the first word
}
