// SPDX-License-Identifier: Apache-2.0
// The window file of a plain program.
#include "analyzer/profile/profile.h"
#include "base/files.h"
#include "catch.hpp"
#include "runtime/profile_format.h"

#include <cstring>

using namespace tare;
using Catch::Contains;

namespace {

tare_pf_window goodWindow() {
  tare_pf_window window = {};
  std::memcpy(window.magic, TARE_PF_WINDOW_MAGIC, sizeof window.magic);
  window.major = TARE_PF_MAJOR;
  window.clock = TARE_CLOCK_TSC;
  window.pid = 7;
  window.start_tick = 1000;
  window.stop_tick = 3001000;
  window.start_ns = 500;
  window.stop_ns = 1000500;
  window.runq_ns = 12;
  window.threads = 2;
  window.faults = 5;
  window.switches = 0;
  window.cpu_ns = 1500000;
  window.device = 8;
  window.inode = 9;
  std::strcpy(window.openmp_file, "/usr/lib/libomp.so.5");
  window.migrations = window.instructions = window.cycles = window.reference_cycles = UINT64_MAX;
  return window;
}

class WindowFile {
public:
  ~WindowFile() { removeTree(folder_); }
  Result<Window> read(const std::string &bytes) {
    REQUIRE(writeFileAtomic(folder_ + "/w.7", bytes).ok());
    return readWindow(folder_ + "/w.7");
  }
  Result<Window> read(const tare_pf_window &window) {
    return read(std::string(reinterpret_cast<const char *>(&window), sizeof window));
  }

private:
  std::string folder_ = makeTemporaryFolder("tare-window-test-").value();
};

} // namespace

TEST_CASE("a window arrives as it was written") {
  WindowFile file;
  Window window = file.read(goodWindow()).value();
  CHECK(window.pid == 7);
  CHECK(window.ticks == 3000000);
  CHECK(window.seconds == Approx(1e-3));
  CHECK(window.ticks_per_second == Approx(3e9));
  CHECK(window.runq_ns == 12);
  CHECK(window.threads == 2);
  CHECK(window.cpu_ns == 1500000);
  CHECK(window.device == 8);
  CHECK(window.inode == 9);
  CHECK(window.openmp_file == "/usr/lib/libomp.so.5");
  CHECK(window.counts.faults == 5);
  CHECK(window.counts.switches == 0);
  CHECK_FALSE(window.counts.migrations.has_value()); // not told is not none
  CHECK_FALSE(window.counts.cycles.has_value());
}

TEST_CASE("a window of an older version, which ends sooner, is read as far as it goes") {
  WindowFile file;
  tare_pf_window raw = goodWindow();
  std::string bytes(reinterpret_cast<const char *>(&raw), TARE_PF_WINDOW_LEAST);
  Window window = file.read(bytes).value();
  CHECK(window.ticks == 3000000);
  CHECK(window.inode == 0);
  CHECK(window.openmp_file.empty());
  for (uint32_t major : {7u, 8u}) { // whose last word was not used
    raw.major = major;
    raw.cpu_ns = 0;
    bytes.assign(reinterpret_cast<const char *>(&raw), TARE_PF_WINDOW_LEAST);
    CHECK(file.read(bytes).value().ticks == 3000000);
    CHECK(file.read(bytes).value().cpu_ns == 0);
  }
  CHECK_FALSE(file.read(bytes.substr(1, bytes.size() - 2)).ok());
}

TEST_CASE("a path that fills its place is read to its end and not beyond") {
  WindowFile file;
  tare_pf_window raw = goodWindow();
  std::memset(raw.openmp_file, 'x', sizeof raw.openmp_file);
  CHECK(file.read(raw).value().openmp_file.size() == sizeof raw.openmp_file);
}

TEST_CASE("windows that are none") {
  WindowFile file;
  tare_pf_window open = goodWindow(), newer = goodWindow(), backward = goodWindow(),
                 slow = goodWindow(), clock = goodWindow();
  open.stop_tick = open.stop_ns = 0;
  newer.major = TARE_PF_MAJOR + 1;
  backward.stop_tick = 10;
  slow.stop_ns = uint64_t(1) << 50;
  clock.clock = 9;
  CHECK_THAT(file.read(open).error().text(), Contains("has no end"));
  CHECK_THAT(file.read(newer).error().text(),
             Contains("this Tare reads versions 7 to " + std::to_string(TARE_PF_MAJOR)));
  CHECK_THAT(file.read(backward).error().text(), Contains("does not follow its start"));
  CHECK_THAT(file.read(slow).error().text(), Contains("no clock ticks like"));
  CHECK_THAT(file.read(clock).error().text(), Contains("unknown clock 9"));
  CHECK_THAT(file.read(std::string()).error().text(), Contains("is empty"));
  CHECK_THAT(file.read(std::string("TAREPROF")).error().text(), Contains("not the window"));
  CHECK_THAT(file.read(std::string("TAREWIND")).error().text(), Contains("truncated"));
  CHECK_THAT(file.read(std::string(5000, 'x')).error().text(), Contains("larger than 4096"));
}
