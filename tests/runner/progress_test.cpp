// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "tests/runner/fakes.h"

using namespace tare;

namespace {

/// What a progress bar writes in the course of `steps`.
std::string drawn(bool enabled,
                  const std::function<void(Progress &, testing::FakeClock &)> &steps) {
  char *text = nullptr;
  size_t size = 0;
  std::FILE *stream = ::open_memstream(&text, &size);
  testing::FakeClock clock;
  {
    Progress progress(stream, enabled, clock);
    steps(progress, clock);
  }
  std::fclose(stream);
  std::string result(text, size);
  std::free(text);
  return result;
}

} // namespace

TEST_CASE("nothing is drawn where there is no terminal") {
  CHECK(drawn(false, [](Progress &progress, testing::FakeClock &) {
          progress.expect(2);
          progress.begin("x");
          progress.end();
        }).empty());
}

TEST_CASE("the time left follows from the steps so far, and the line is taken away at the end") {
  std::string text = drawn(true, [](Progress &progress, testing::FakeClock &clock) {
    progress.expect(4);
    progress.begin("first");
    clock.now = 10;
    progress.end();
    progress.begin("second");
  });
  CHECK(text.find("0/4 first") != std::string::npos);
  CHECK(text.find("1/4 second, 0:30 left") != std::string::npos);
  CHECK(text.find('\n') == std::string::npos);
  CHECK(text.substr(text.size() - 4) == "\r\033[K");
}

TEST_CASE("minutes") {
  CHECK(minutesText(7.4) == "0:07");
  CHECK(minutesText(3723) == "1:02:03");
  CHECK(minutesText(-1) == "0:00");
}
