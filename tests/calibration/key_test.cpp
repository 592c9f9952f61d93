// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/key.h"

#include "base/files.h"
#include "base/temporary_folder.h"
#include "catch.hpp"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tare;

namespace {

void write(const std::string &path, const std::string &text) {
  REQUIRE(makeFolder(folderOf(path)).ok());
  REQUIRE(writeFileAtomic(path, text).ok());
}

/// An installation and an OpenMP runtime, all made up.
struct Place {
  Place() : folder(makeTemporaryFolder("tare-test-").value()) {
    write(prefix() + "/lib/libtare-rt.so.1", "probes");
    write(programs().plain, "plain");
    write(programs().probed, "probed");
    write(runtime(), "runtime");
    touch(1000);
  }
  std::string prefix() const { return folder.path() + "/prefix"; }
  std::string runtime() const { return folder.path() + "/libgomp.so.1"; }
  ScalePrograms programs() const { return {prefix() + "/plain", prefix() + "/probed"}; }
  void touch(time_t when) const {
    struct timespec times[2] = {{when, 0}, {when, 0}};
    REQUIRE(::utimensat(AT_FDCWD, runtime().c_str(), times, 0) == 0);
  }
  std::string path(int threads = 2, const std::string &name = "libgomp") const {
    return calibrationPath("/cache",
                           calibrationKey(prefix(), programs(), name, runtime(), threads));
  }

  TemporaryFolder folder;
};

/// Set for as long as it lives.
struct Variable {
  Variable(const char *name, const char *value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }
  const char *name_;
};

} // namespace

TEST_CASE("key: the same for the same") {
  Place place;
  CHECK(place.path() == place.path());
  CHECK(place.path().size() == std::string("/cache/0123456789abcdef.json").size());
}

TEST_CASE("key: another for another number of threads or runtime") {
  Place place;
  CHECK(place.path(2) != place.path(4));
  CHECK(place.path(2, "libgomp") != place.path(2, "libomp"));
}

TEST_CASE("key: another when a file is another") {
  Place place;
  std::string before = place.path();
  auto changes = [&] {
    std::string now = place.path();
    bool changed = now != before;
    before = now;
    return changed;
  };
  write(place.prefix() + "/lib/libtare-rt.so.1", "Probes");
  CHECK(changes());
  write(place.programs().plain, "Plain");
  CHECK(changes());
  write(place.programs().probed, "Probed");
  CHECK(changes());
  place.touch(2000); // the runtime is told by its size and its time
  CHECK(changes());
  write(place.runtime(), "Another runtime");
  place.touch(2000);
  CHECK(changes());
  CHECK(!changes());
}

TEST_CASE("key: another when threads wait or are placed otherwise") {
  constexpr std::array names = {"OMP_WAIT_POLICY",   "GOMP_SPINCOUNT", "KMP_BLOCKTIME",
                                "KMP_LIBRARY",       "OMP_PROC_BIND",  "OMP_PLACES",
                                "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  for (const char *name : names) // whoever starts the tests may have set some
    ::unsetenv(name);
  Place place;
  std::string before = place.path();
  for (const char *name : names) {
    INFO(name);
    Variable set(name, "passive");
    CHECK(place.path() != before);
  }
  Variable other("OMP_SCHEDULE", "dynamic");
  CHECK(place.path() == before);
}

TEST_CASE("key: a link to a runtime is that runtime") {
  Place place;
  std::string link = place.folder.path() + "/libgomp.so";
  REQUIRE(::symlink(place.runtime().c_str(), link.c_str()) == 0);
  CHECK(calibrationKey(place.prefix(), place.programs(), "libgomp", link, 2) ==
        calibrationKey(place.prefix(), place.programs(), "libgomp", place.runtime(), 2));
}

TEST_CASE("threads are bound, unless the user says otherwise") {
  CHECK(procBind() == "true");
  Variable set("OMP_PROC_BIND", "spread");
  CHECK(procBind() == "spread");
}
