// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/store.h"

#include "base/files.h"
#include "base/temporary_folder.h"
#include "catch.hpp"

#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

using namespace tare;
using Catch::Contains;

namespace {

StoredCalibration someCalibration() {
  StoredCalibration calibration;
  calibration.key = {{"cpu", "A \"fast\" one"}, {"threads", "2"}};
  calibration.costs.openmp_runtime = "libomp";
  calibration.costs.threads = 2;
  calibration.costs.ticks_per_second = 1e9;
  calibration.costs.of(CostKind::Barrier).inside = {1, 2, 3};
  calibration.costs.pairs = 28;
  calibration.costs.of(CostKind::Barrier).cold_settled = false;
  calibration.warnings = {"the machine is busy"};
  calibration.measured_utc = "2026-01-02T03:04:05Z";
  calibration.quick = true;
  return calibration;
}

struct Store {
  Store() : folder(makeTemporaryFolder("tare-test-").value()) {}
  std::string path() const { return folder.path() + "/a/b/x.json"; }
  TemporaryFolder folder;
};

std::string whyNot(const std::string &path, const CalibrationKey &key) {
  auto found = findCalibration(path, key);
  return found.ok() ? "no error" : found.error().message;
}

} // namespace

TEST_CASE("store: what is kept is found again, by its key") {
  Store store;
  StoredCalibration kept = someCalibration();
  REQUIRE(keepCalibration(store.path(), kept).ok());
  auto found = findCalibration(store.path(), kept.key);
  REQUIRE(found.ok());
  REQUIRE(found.value());
  CHECK(found.value()->key == kept.key);
  CHECK(found.value()->warnings == kept.warnings);
  CHECK(found.value()->measured_utc == kept.measured_utc);
  CHECK(found.value()->quick);
  CHECK(found.value()->costs.of(CostKind::Barrier).inside.cold == 3);
  CHECK(unsettledText(found.value()->costs) ==
        "probe costs on libomp, p = 2: did not settle in 28 pairs of runs: barrier (cold)");
  CHECK(calibrationJson(*found.value()) == calibrationJson(kept));
}

TEST_CASE("store: nobody else can read it") {
  Store store;
  REQUIRE(keepCalibration(store.path(), someCalibration()).ok());
  struct stat about;
  REQUIRE(::stat(store.path().c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0600);
}

TEST_CASE("store: nothing kept is no error") {
  Store store;
  auto found = findCalibration(store.path(), {});
  REQUIRE(found.ok());
  CHECK(!found.value());
}

TEST_CASE("store: of another key is refused") {
  Store store;
  StoredCalibration kept = someCalibration();
  REQUIRE(keepCalibration(store.path(), kept).ok());
  CalibrationKey other = kept.key;
  other["threads"] = "4";
  CHECK(whyNot(store.path(), other) == "is a calibration of something else");
}

TEST_CASE("store: what is no calibration is refused") {
  Store store;
  StoredCalibration kept = someCalibration();
  REQUIRE(keepCalibration(store.path(), kept).ok());
  std::string good = readFile(store.path()).value();
  auto with = [&](const std::string &text) {
    REQUIRE(writeFileAtomic(store.path(), text).ok());
    return whyNot(store.path(), kept.key);
  };
  auto replaced = [&](const std::string &from, const std::string &to) {
    std::string text = good;
    size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  CHECK(with(good) == "no error");
  CHECK(with("") == "is no calibration: it is not a JSON object");
  CHECK(with("[]") == "is no calibration: it is not a JSON object");
  CHECK_THAT(with(good.substr(0, 200)), Contains("is no calibration: it is not JSON from line"));
  CHECK_THAT(with(replaced("tare.calibration/1", "tare.calibration/9")),
             Contains("this calibration was written by a newer Tare: it has version 9"));
  CHECK(with(replaced("\"warnings\"", "\"warning\"")) ==
        "is no calibration: 'warnings' is missing");
  CHECK_THAT(with(replaced("\"barrier\"", "\"barriers\"")),
             Contains("'costs.costs.barrier' is missing"));
  CHECK_THAT(with(replaced("barrier (cold)", "barriers (cold)")), Contains("has 'barriers'"));
  CHECK_THAT(with(replaced("\"pairs\": 28", "\"pairs\": -1")),
             Contains("'costs.pairs' is not a whole number from 1 to 9999"));
  CHECK_THAT(with(replaced("\"cold\": 3.0", "\"cold\": -3.0")), Contains("barrier"));
}

TEST_CASE("store: a pipe in its place is neither waited for nor written to") {
  Store store;
  StoredCalibration kept = someCalibration();
  REQUIRE(keepCalibration(store.path(), kept).ok()); // makes the folder
  REQUIRE(::unlink(store.path().c_str()) == 0);
  REQUIRE(::mkfifo(store.path().c_str(), 0600) == 0);
  CHECK(whyNot(store.path(), kept.key) == "is a pipe, not a file");
  CHECK_THAT(keepCalibration(store.path(), kept).error().text(), Contains("nobody reads it"));
}

TEST_CASE("store: where it lies") {
  auto with = [](const char *cache, const char *home) {
    const char *old_home = std::getenv("HOME");
    std::string kept = old_home ? old_home : "";
    ::setenv("XDG_CACHE_HOME", cache, 1);
    ::setenv("HOME", home, 1);
    std::string folder = calibrationFolder();
    ::unsetenv("XDG_CACHE_HOME");
    ::setenv("HOME", kept.c_str(), 1);
    return folder;
  };
  CHECK(with("/c", "/home/x") == "/c/tare/scale");
  CHECK(with("", "/home/x") == "/home/x/.cache/tare/scale");
  CHECK(with("relative", "/home/x") == "/home/x/.cache/tare/scale");
  CHECK(with("", "").empty());
}
