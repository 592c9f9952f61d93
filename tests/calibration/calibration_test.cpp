// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/calibration.h"

#include "base/file_lock.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "calibration/made_pair.h"
#include "catch.hpp"

#include <memory>
#include <sstream>
#include <unistd.h>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

/// Prints what the calibration programs would, and leaves a profile of the probed one.
class FakePrograms final : public ProcessRunner {
public:
  Result<Outcome> run(const Command &command) override {
    commands.push_back(command);
    bool probed = endsWith(command.argv[0], "-probed");
    bool identifies = command.argv.size() > 1;
    const ScaleOutput &output = probed ? pair.probed : pair.plain;
    std::ostringstream text;
    text << "runtime " << runtime << "\nthreads " << team(command) << "\n";
    if (interrupted > 0)
      text << "interrupted " << interrupted << " 4000000\n";
    if (waited)
      text << "waited " << *waited << "\n";
    double noise = probed && noise_ns ? noise_ns * static_cast<double>(commands.size()) : 0;
    for (const auto &[name, time] : output.kernels)
      if (!identifies)
        text << "kernel " << name << " 1000 " << (time.each() + noise) * 1000 << "\n";
    (void)writeFileAtomic(command.standard_output, text.str()).ok();
    (void)writeFileAtomic(command.standard_error, "a line\nthe last line\n").ok();
    if (probed && leaves_profile) {
      std::string folder = command.environment.at("TARE_OUTPUT_DIR") + "/tare-1";
      (void)makeFolder(folder).ok();
      (void)writeFileAtomic(folder + "/profile.tare", "").ok();
    }
    return outcome;
  }

  std::string team(const Command &command) const {
    return threads ? std::to_string(threads) : command.environment.at("OMP_NUM_THREADS");
  }

  /// "identify plain probed ..."
  std::string order() const {
    std::string text;
    for (const Command &command : commands)
      text += command.argv.size() > 1                ? "identify "
              : endsWith(command.argv[0], "-probed") ? "probed "
                                                     : "plain ";
    return text;
  }

  MadePair pair = madePair();
  std::string runtime = "/nowhere/libgomp.so.1";
  int threads = 0; // 0: as asked for
  double noise_ns = 0;
  double interrupted = 0;       // part of the time in which others have the CPUs
  std::optional<double> waited; // of it, others of this system
  bool leaves_profile = true;
  Outcome outcome;
  std::vector<Command> commands;
};

struct Fake {
  Fake() : folder(makeTemporaryFolder("tare-test-").value()) {
    for (const char *name : {"libexec/tare/tare-scale-libgomp",
                             "libexec/tare/tare-scale-libgomp-probed", "lib/libtare-rt.so.1"}) {
      std::string path = prefix() + "/" + name;
      REQUIRE(makeFolder(folderOf(path)).ok());
      REQUIRE(writeFileAtomic(path, name).ok());
    }
  }
  std::string prefix() const { return folder.path() + "/prefix"; }
  CalibrationSeams seams() {
    CalibrationSeams seams{
        programs, prefix(), store.empty() ? "" : folder.path() + store, utc,
        [this](const std::string &) { return Result<Profile>(programs.pair.made.profile_); }};
    seams.quick = quick;
    return seams;
  }
  Calibrated calibrate(int threads = 2, bool again = false) {
    programs.commands.clear();
    Result<Calibrated> calibrated = probeCosts(seams(), "libgomp", threads, again);
    if (!calibrated.ok())
      FAIL(calibrated.error().text());
    return calibrated.value();
  }
  std::string failure() {
    Result<Calibrated> calibrated = probeCosts(seams(), "libgomp", 2);
    return calibrated.ok() ? "it succeeded" : calibrated.error().text();
  }

  TemporaryFolder folder;
  FakePrograms programs;
  std::string store = "/store";
  std::string utc = "2026-01-02T03:04:05Z";
  bool quick = false;
};

} // namespace

TEST_CASE("seven pairs, every other one the other way round, give the costs") {
  Fake fake;
  Calibrated calibrated = fake.calibrate();
  CHECK(fake.programs.order() ==
        "identify plain probed probed plain plain probed probed plain plain probed probed plain "
        "plain probed ");
  const ProbeCosts &costs = calibrated.calibration.costs;
  CHECK(costs.openmp_runtime == "libgomp");
  CHECK(costs.threads == 2);
  CHECK(costs.ticks_per_second == 1e9);
  CHECK(costs.of(CostKind::Work).inside.warm == Approx(30));
  CHECK(costs.of(CostKind::Work).inside.low == Approx(30));
  CHECK(costs.of(CostKind::Work).inside.cold == Approx(60));
  CHECK(costs.of(CostKind::RegionFork).outside.warm == Approx(33));
  CHECK(!calibrated.from_store);
  CHECK(calibrated.warnings.empty());
  CHECK(calibrated.calibration.warnings.empty());
}

TEST_CASE("the environment of the programs") {
  Fake fake;
  fake.calibrate(3);
  for (const Command &command : fake.programs.commands) {
    CHECK(command.environment.at("OMP_NUM_THREADS") == "3");
    CHECK(command.environment.at("OMP_DYNAMIC") == "false");
    CHECK(command.environment.at("OMP_PROC_BIND") == "true");
    CHECK(command.environment.count("OMP_WAIT_POLICY") == 0); // the user's is left as it is
    CHECK(command.unset == std::vector<std::string>{"TARE_ENABLE", "TARE_LOG_MIB", "TARE_BUDGET"});
    CHECK(command.timeout_s > 0);
  }
}

TEST_CASE("a second call comes from the store, unless it is asked for again") {
  Fake fake;
  Calibrated first = fake.calibrate();
  Calibrated second = fake.calibrate();
  CHECK(second.from_store);
  CHECK(second.path == first.path);
  CHECK(fake.programs.order() == "identify ");
  CHECK(calibrationJson(second.calibration) == calibrationJson(first.calibration));
  CHECK(!fake.calibrate(2, true).from_store);
  CHECK(!fake.calibrate(4).from_store);
}

TEST_CASE("an experiment that was ended takes what is kept, or nothing") {
  Fake fake;
  CalibrationSeams seams = fake.seams();
  seams.kept_only = true;
  Result<Calibrated> none = probeCosts(seams, "libgomp", 2);
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().text().find("the experiment was ended") != std::string::npos);
  CHECK(fake.programs.order() == "identify ");
  fake.programs.noise_ns = 50; // so that it does not settle, and is old after an hour
  fake.calibrate();
  seams.utc = "2026-01-02T09:04:05Z";
  CHECK(probeCosts(seams, "libgomp", 2).value().from_store);
}

TEST_CASE("what is kept and of no use is measured again, with a word") {
  Fake fake;
  std::string path = fake.calibrate().path;
  REQUIRE(writeFileAtomic(path, "{\"schema\": \"something else\"}").ok());
  Calibrated calibrated = fake.calibrate();
  CHECK(!calibrated.from_store);
  REQUIRE(calibrated.warnings.size() == 1);
  CHECK_THAT(calibrated.warnings[0], Contains("is no calibration: 'schema' is 'something else'") &&
                                         Contains("; measured again"));
  CHECK(fake.calibrate().from_store);
}

TEST_CASE("where nothing can be kept, that is said, and the costs are there") {
  Fake fake;
  SECTION("the folder cannot be made") { fake.store = "/prefix/lib/libtare-rt.so.1/scale"; }
  SECTION("there is no folder") { fake.store = ""; }
  Calibrated calibrated = fake.calibrate();
  CHECK(calibrated.path.empty());
  REQUIRE(calibrated.warnings.size() == 1);
  CHECK_THAT(calibrated.warnings[0], Contains("is not kept"));
  CHECK(calibrated.calibration.costs.of(CostKind::Work).inside.warm == Approx(30));
}

TEST_CASE("pairs that go on to disagree: 28 of them, and that is kept") {
  Fake fake;
  fake.programs.noise_ns = 50;
  Calibrated calibrated = fake.calibrate();
  CHECK(fake.programs.commands.size() == 1 + 2 * 28);
  CHECK_THAT(unsettledText(calibrated.calibration.costs),
             Contains("libgomp, p = 2: did not settle in 28 pairs of runs: work,"));
  CHECK(unsettledText(fake.calibrate().calibration.costs) ==
        unsettledText(calibrated.calibration.costs));
}

TEST_CASE("on a slow machine it ends after 18 s, but not without three pairs") {
  Fake fake;
  auto [seconds, pairs] = GENERATE(table<double, size_t>({{1, 7}, {2, 4}, {5, 3}, {100, 3}}));
  fake.programs.outcome.wall_s = seconds;
  Calibrated calibrated = fake.calibrate();
  CHECK(fake.programs.commands.size() == 1 + 2 * pairs);
  CHECK(calibrated.calibration.costs.of(CostKind::Work).inside.warm == Approx(30));
  CHECK(calibrated.calibration.warnings.size() == (pairs < 7));
  if (pairs < 7)
    CHECK_THAT(calibrated.calibration.warnings[0],
               Contains("of " + std::to_string(pairs) + " pairs of runs only"));
}

TEST_CASE("a quick look has six pairs, whether they agree or not, and says so each time") {
  Fake fake;
  fake.quick = true;
  fake.programs.noise_ns = 50;
  Calibrated first = fake.calibrate();
  CHECK(fake.programs.commands.size() == 1 + 2 * 6);
  CHECK(first.calibration.quick);
  const ProbeCost &work = first.calibration.costs.of(CostKind::Work);
  CHECK(work.outside.dense > work.outside.warm); // the largest of six, not their median
  REQUIRE(first.warnings.size() == 1);
  CHECK_THAT(first.warnings[0], Contains("libgomp, p = 2: from 6 pairs of runs for a quick look"));
  Calibrated second = fake.calibrate();
  CHECK(second.from_store);
  CHECK(second.warnings == first.warnings);
}

TEST_CASE("a quick look's costs are measured again by who is not in a hurry") {
  Fake fake;
  fake.quick = true;
  fake.calibrate();
  fake.quick = false;
  SECTION("and are replaced") { fake.programs.interrupted = 0; }
  SECTION("even beside other programs, or that would be tried each time") {
    fake.programs.interrupted = 0.3;
  }
  Calibrated full = fake.calibrate();
  CHECK_FALSE(full.from_store);
  CHECK_FALSE(full.calibration.quick);
  CHECK(full.warnings.empty());
  CHECK(full.calibration.costs.pairs == 7);
  CHECK(fake.calibrate().from_store);
  fake.quick = true;
  CHECK(calibrationJson(fake.calibrate().calibration) == calibrationJson(full.calibration));
}

TEST_CASE("a quick look takes what is kept of a full calibration, though it is to be doubted") {
  Fake fake;
  fake.programs.noise_ns = 50; // it does not settle
  fake.calibrate();
  fake.utc = "2026-05-02T04:00:05Z";
  fake.quick = true;
  Calibrated kept = fake.calibrate();
  CHECK(kept.from_store);
  CHECK(kept.calibration.costs.pairs == 28);
  CHECK(kept.warnings.empty());
}

TEST_CASE("on a slow machine a quick look ends after 8 s, but not without three pairs") {
  Fake fake;
  fake.quick = true;
  auto [seconds, pairs] = GENERATE(table<double, size_t>({{0.5, 6}, {1, 4}, {2, 3}, {100, 3}}));
  fake.programs.outcome.wall_s = seconds;
  Calibrated calibrated = fake.calibrate();
  CHECK(fake.programs.commands.size() == 1 + 2 * pairs);
  CHECK(calibrated.calibration.warnings.size() == (pairs < 6));
}

TEST_CASE("what was measured beside other programs is kept for an hour, and says so") {
  Fake fake;
  fake.programs.interrupted = 0.3;
  Calibrated first = fake.calibrate();
  CHECK(first.calibration.beside_others);
  CHECK(first.warnings.empty());
  REQUIRE(first.calibration.warnings.size() == 1);
  CHECK_THAT(first.calibration.warnings[0],
             Contains("libgomp, p = 2: other programs used the CPUs while they were measured"));
  fake.utc = "2026-01-02T04:04:04Z";
  Calibrated second = fake.calibrate();
  CHECK(second.from_store);
  CHECK(second.calibration.warnings == first.calibration.warnings);
  fake.utc = "2026-01-02T04:04:05Z";
  fake.programs.interrupted = 0;
  Calibrated quiet = fake.calibrate();
  CHECK_FALSE(quiet.from_store);
  CHECK(quiet.calibration.warnings.empty());
  fake.utc = "2026-05-02T04:00:05Z";
  CHECK(fake.calibrate().from_store);
}

TEST_CASE("costs that were measured alone stay in the place of those beside other programs") {
  Fake fake;
  SECTION("asked for again") {
    Calibrated quiet = fake.calibrate();
    fake.programs.interrupted = 0.3;
    Calibrated again = fake.calibrate(2, true);
    CHECK(again.calibration.measured_utc == quiet.calibration.measured_utc);
    REQUIRE(again.warnings.size() == 1);
    CHECK_THAT(again.warnings[0], Contains("the costs of 2026-01-02T03:04:05Z stay"));
    CHECK(fake.calibrate().calibration.warnings.empty());
  }
  SECTION("they had not settled: tried again an hour later") {
    fake.programs.noise_ns = 50;
    fake.calibrate();
    fake.programs.interrupted = 0.3;
    fake.utc = "2026-01-02T04:30:00Z";
    Calibrated tried = fake.calibrate();
    CHECK(fake.programs.commands.size() > 1);
    CHECK(tried.calibration.measured_utc == "2026-01-02T03:04:05Z");
    fake.utc = "2026-01-02T05:29:00Z";
    fake.calibrate();
    CHECK(fake.programs.order() == "identify ");
    fake.utc = "2026-01-02T05:30:00Z";
    fake.calibrate();
    CHECK(fake.programs.commands.size() > 1);
  }
}

TEST_CASE("what the host of a virtual machine takes is no reason to measure again every time") {
  Fake fake;
  fake.programs.interrupted = 0.3;
  fake.programs.waited = 0.001;
  CHECK(!fake.calibrate().path.empty());
  fake.programs.waited = 0.3;
  CHECK(fake.calibrate().from_store);
}

TEST_CASE("who finds another calibration at work waits for it, and takes what it made") {
  Fake fake;
  Calibrated first = fake.calibrate();
  std::string kept = readFile(first.path).value();
  REQUIRE(::unlink(first.path.c_str()) == 0);
  auto other = std::make_unique<FileLock>(folderOf(first.path));
  REQUIRE(other->tryTake());
  std::vector<std::string> said;
  CalibrationSeams seams = fake.seams();
  seams.say = [&](const std::string &line) {
    said.push_back(line);
    (void)writeFileAtomic(first.path, kept).ok();
    other.reset(); // it is done
  };
  Result<Calibrated> second = probeCosts(seams, "libgomp", 2);
  REQUIRE(second.ok());
  CHECK(second.value().from_store);
  CHECK(said == std::vector<std::string>{"waiting for another calibration on this machine"});
}

TEST_CASE("what did not settle is measured again when it is an hour old") {
  Fake fake;
  fake.programs.noise_ns = 50;
  fake.calibrate();
  fake.utc = "2026-01-02T04:03:05Z";
  CHECK(fake.calibrate().from_store);
  fake.programs.noise_ns = 0;
  fake.utc = "2026-01-02T04:04:05Z";
  Calibrated again = fake.calibrate();
  CHECK_FALSE(again.from_store);
  CHECK(unsettledText(again.calibration.costs).empty());
  fake.utc = "2026-05-02T04:00:05Z";
  CHECK(fake.calibrate().from_store);
}

TEST_CASE("figures below zero are told") {
  Fake fake;
  fake.programs.pair.kernel("iteration", 20, -1);
  Calibrated calibrated = fake.calibrate();
  CHECK(calibrated.calibration.costs.of(CostKind::Iteration).inside.warm == 0);
  CHECK(calibrated.calibration.warnings.empty());
  REQUIRE(calibrated.calibration.remarks.size() == 1);
  CHECK_THAT(calibrated.calibration.remarks[0], Contains("2 of 114 figures came out below zero"));
}

TEST_CASE("what goes wrong is an error with its reason") {
  Fake fake;
  SECTION("a program that fails") {
    fake.programs.outcome.exit_status = 127;
    CHECK_THAT(fake.failure(), Contains("ended with status 127: the last line"));
  }
  SECTION("a program that is interrupted") {
    fake.programs.outcome.interrupted = 2;
    CHECK_THAT(fake.failure(), Contains("was interrupted"));
  }
  SECTION("smaller teams") {
    fake.programs.threads = 1;
    CHECK_THAT(fake.failure(), Contains("its teams have 1 of 2 threads"));
  }
  SECTION("no profile") {
    fake.programs.leaves_profile = false;
    CHECK_THAT(fake.failure(), Contains("left 0 profiles"));
  }
  SECTION("another runtime than its name says") {
    fake.programs.pair.made.profile_.openmp_runtime = "libomp";
    CHECK_THAT(fake.failure(), Contains("it runs on libomp, not on libgomp"));
  }
  SECTION("a kernel that is missing") {
    fake.programs.pair.plain.kernels.erase("barrier_apart");
    CHECK_THAT(fake.failure(), Contains("did not measure 'barrier_apart'"));
  }
  CHECK(listFolder(fake.folder.path() + "/store").empty());
}

TEST_CASE("a runtime without a calibration program") {
  Fake fake;
  Result<Calibrated> calibrated = probeCosts(fake.seams(), "libomp", 2);
  REQUIRE(!calibrated.ok());
  CHECK_THAT(calibrated.error().message, Contains("no calibration program for libomp"));
  CHECK(fake.programs.commands.empty());
  CHECK(calibratedRuntimes(fake.prefix()) == std::vector<std::string>{"libgomp"});
}
