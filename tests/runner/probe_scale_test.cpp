// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/note_text.h"
#include "base/files.h"
#include "catch.hpp"
#include "driver/results/probe_scale.h"
#include "tests/accounts/fake_run.h"

using namespace tare;
using namespace tare::test;

namespace {

// A region of 100 ticks for each thread, and serial code around it.
Profile fakeProfile(int threads, const std::string &runtime) {
  FakeRun run(threads);
  uint32_t region = run.node(NodeKind::Parallel, "");
  run.serial(50);
  run.fork(region, std::vector<Ticks>(static_cast<size_t>(threads), 10));
  for (size_t i = 0; i < static_cast<size_t>(threads); ++i)
    run.spend(i, region, Spent::Body, 100);
  run.join(20);
  run.serial(50);
  Profile profile = run.finish();
  profile.openmp_runtime = runtime;
  return profile;
}

// Every side of every kind takes `ticks`.
ProbeCosts costsOf(const std::string &runtime, int threads, double ticks) {
  ProbeCosts costs;
  costs.openmp_runtime = runtime;
  costs.threads = threads;
  costs.ticks_per_second = 1e6;
  for (ProbeCost &cost : costs.costs)
    cost.inside = cost.outside = {ticks, ticks, ticks};
  return costs;
}

struct FakeCalibrator {
  std::vector<std::pair<std::string, int>> asked;
  ProbeScale::Calibrator calibrator(double ticks) {
    return [this, ticks](const std::string &runtime, int threads) -> Result<ProbeScale::Known> {
      asked.emplace_back(runtime, threads);
      return ProbeScale::Known{costsOf(runtime, threads, ticks), {"the pairs disagree"}};
    };
  }
};

Approximation approximated(ProbeScale &scale, Profile profile) {
  Teams teams(profile);
  return scale(std::move(profile), teams);
}

struct Folder {
  std::string path = makeTemporaryFolder("tare-test-").value();
  ~Folder() { removeTree(path); }
};

} // namespace

TEST_CASE("each runtime and number of threads is calibrated once") {
  FakeCalibrator fake;
  ProbeScale scale(fake.calibrator(1));
  for (int again = 0; again < 3; ++again) {
    approximated(scale, fakeProfile(2, "libgomp"));
    approximated(scale, fakeProfile(1, "libgomp"));
    approximated(scale, fakeProfile(2, "libomp"));
  }
  std::vector<std::pair<std::string, int>> once = {{"libgomp", 2}, {"libgomp", 1}, {"libomp", 2}};
  CHECK(fake.asked == once);
  CHECK(sentencesOf(scale.warnings()) == std::vector<std::string>{"the pairs disagree"});
}

TEST_CASE("how well the costs are known is told where it matters") {
  FakeCalibrator fake;
  ProbeScale cheap(fake.calibrator(0));
  approximated(cheap, fakeProfile(2, "libgomp"));
  CHECK(cheap.warnings().empty());
}

TEST_CASE("of costs that did not settle those are told that the program pays") {
  ProbeScale scale([](const std::string &runtime, int threads) -> Result<ProbeScale::Known> {
    ProbeCosts costs = costsOf(runtime, threads, 1);
    costs.pairs = 28;
    costs.of(CostKind::RegionFork).cold_settled = false;
    costs.of(CostKind::LockWait).dense_settled = false; // it has no lock
    return ProbeScale::Known{costs, {}};
  });
  approximated(scale, fakeProfile(2, "libgomp"));
  approximated(scale, fakeProfile(2, "libgomp"));
  CHECK(sentencesOf(scale.warnings()) ==
        std::vector<std::string>{"probe costs on libgomp, p = 2: did not settle in 28 pairs of "
                                 "runs: region_fork (cold)"});
}

TEST_CASE("more threads than cores are weighed with what their probes take on the cores") {
  FakeCalibrator fake;
  ProbeScale scale(fake.calibrator(1));
  Profile profile = fakeProfile(4, "libgomp");
  profile.cores_allowed = 2;
  approximated(scale, profile);
  REQUIRE(fake.asked.size() == 1);
  CHECK(fake.asked.front().second == 2);
}

TEST_CASE("the serial program's probes are those beside the parallel program's runtime") {
  FakeCalibrator fake;
  ProbeScale scale(fake.calibrator(1));
  approximated(scale, fakeProfile(2, "libomp"));
  Profile serial = fakeProfile(1, "");
  serial.of_serial_program = true;
  approximated(scale, serial);
  REQUIRE(fake.asked.size() == 2);
  CHECK(fake.asked.back() == std::pair<std::string, int>("libomp", 1));
}

TEST_CASE("without a cost the times stay what they are, and the table says why") {
  ProbeScale scale([](const std::string &, int) -> Result<ProbeScale::Known> {
    return Error{"no calibration program"};
  });
  Profile profile = fakeProfile(2, "libgomp");
  Approximation same = approximated(scale, profile);
  approximated(scale, profile);
  CHECK(same.profile.window == profile.window);
  CHECK(same.measured_window == 0); // nothing was approximated
  CHECK(same.observed.high == 0);
  REQUIRE(scale.warnings().size() == 1);
  CHECK(sentenceOf(scale.warnings().front()).find("no calibration program") != std::string::npos);
}

TEST_CASE("costs that are kept make the same table again, on any machine") {
  Folder folder;
  FakeCalibrator fake;
  ProbeScale first(fake.calibrator(3));
  Approximation then = approximated(first, fakeProfile(2, "libgomp"));
  CHECK(then.profile.window < fakeProfile(2, "libgomp").window);
  REQUIRE(first.write(folder.path).ok());
  Result<ProbeScale> kept = ProbeScale::read(folder.path);
  REQUIRE(kept.ok());
  Approximation now = approximated(kept.value(), fakeProfile(2, "libgomp"));
  CHECK(now.profile.window == then.profile.window);
  CHECK(now.observed.direct == then.observed.direct);
  CHECK(kept.value().warnings() == first.warnings());
}

TEST_CASE("a folder without costs is read, and says that the probes are in its times") {
  Folder folder;
  Result<ProbeScale> none = ProbeScale::read(folder.path);
  REQUIRE(none.ok());
  CHECK(approximated(none.value(), fakeProfile(2, "libgomp")).profile.window ==
        fakeProfile(2, "libgomp").window);
  CHECK(none.value().warnings().size() == 1);
}

TEST_CASE("kept costs that cannot be read are an error with their place") {
  for (const char *text :
       {"", "{", "[]", R"({"schema": "tare.calls/1", "costs": []})",
        R"({"schema": "tare.probe-costs/1", "costs": [{}]})",
        R"({"schema": "tare.probe-costs/1", "costs": [{"costs": {}, "warnings": []}]})",
        R"({"schema": "tare.probe-costs/1", "costs": 3})"}) {
    Folder folder;
    REQUIRE(writeFileAtomic(folder.path + "/probe_costs.json", text).ok());
    Result<ProbeScale> read = ProbeScale::read(folder.path);
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().place == folder.path + "/probe_costs.json");
  }
}
