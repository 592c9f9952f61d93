// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "tests/runner/fakes.h"

using namespace tare;

namespace {

/// What is written in the course of `steps`.
std::string drawn(Progress::Kind kind,
                  const std::function<void(Progress &, testing::FakeClock &)> &steps) {
  char *text = nullptr;
  size_t size = 0;
  std::FILE *stream = ::open_memstream(&text, &size);
  testing::FakeClock clock;
  {
    Progress progress(stream, kind, clock);
    steps(progress, clock);
  }
  std::fclose(stream);
  std::string result(text, size);
  std::free(text);
  return result;
}

void twoRuns(Progress &progress, testing::FakeClock &clock) {
  progress.phase("4 runs");
  progress.expect(4, 40);
  progress.begin("first", -1);
  clock.now = 10;
  progress.end();
  progress.expect(3, 30);
  progress.begin("second", 10);
}

} // namespace

TEST_CASE("a log has one line a phase, and nothing that moves") {
  CHECK(drawn(Progress::Kind::Log, twoRuns) == "4 runs\n");
}

TEST_CASE("a quiet experiment says nothing") {
  CHECK(drawn(Progress::Kind::Silent, twoRuns).empty());
}

TEST_CASE("a terminal has a line with the time so far and the time left, taken away at the end") {
  std::string text = drawn(Progress::Kind::Terminal, twoRuns);
  CHECK(text.find("4 runs\n") != std::string::npos);
  CHECK(text.find("1 of 4: first, 0:00; 0:40 left") != std::string::npos);
  CHECK(text.find("2 of 4: second, 0:00 of 0:10; 0:30 left") != std::string::npos);
  CHECK(text.substr(text.size() - 4) == "\r\033[K");
}

TEST_CASE("minutes") {
  CHECK(minutesText(7.4) == "0:07");
  CHECK(minutesText(3723) == "1:02:03");
  CHECK(minutesText(-1) == "0:00");
}
