// SPDX-License-Identifier: Apache-2.0
// What was measured of a machine: looked up, kept, and used by predictions.
#include "analyzer/replay/lock_queue.h"
#include "analyzer/whatif/measured_inflation.h"
#include "analyzer/whatif/on_cores.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "catch.hpp"
#include "driver/machine/machine_store.h"
#include "driver/machine/measure_machine.h"
#include "driver/machine/rounds_output.h"
#include "tests/whatif/modelled_program.h"

using namespace tare;
using namespace tare::test;

namespace {

MeasuredTeam team(int threads, int cores, double barrier_us, Waiting waiting = Waiting::AsMeasured) {
  MeasuredTeam of;
  of.setting = {threads, cores, waiting, false};
  for (MeetingKind kind : {MeetingKind::Barrier, MeetingKind::Region})
    for (bool alone : {false, true}) {
      double each = (kind == MeetingKind::Region ? 2 : 1) * (alone ? 3 : 1) * barrier_us * 1e-6;
      of.curve(kind, alone) = {{1e-6, {each, each / 10}}, {1e-4, {3 * each, each / 10}}};
    }
  of.lock = {threads * 50e-9, 1e-9};
  of.dispatch = {threads * 40e-9, 1e-9};
  return of;
}

MeasuredMachine someMachine() {
  MeasuredMachine machine;
  machine.openmp_runtime = "libgomp";
  machine.teams = {team(2, 8, 1), team(8, 8, 3), team(16, 8, 50), team(2, 1, 5),
                   team(8, 8, 70, Waiting::Passive)};
  machine.rates = {{1, {10e9, 1}}, {2, {18e9, 0.95}}, {8, {30e9, 0.8}}};
  return machine;
}

double barrier(const MeasuredMachine &machine, const TeamSetting &setting, double work_s = 1e-6,
               double alone = 0) {
  auto cost = machine.meeting(setting, MeetingKind::Barrier, work_s, alone);
  return cost ? cost->time_s * 1e6 : -1;
}

/// Prints what the measuring program would, and lets other programs use the CPUs in some of its runs.
class FakeRounds : public ProcessRunner {
public:
  explicit FakeRounds(std::vector<bool> disturbed) : disturbed_(std::move(disturbed)) {}
  Result<Outcome> run(const Command &command) override {
    std::string threads = command.environment.at("OMP_NUM_THREADS");
    std::string text = "runtime /lib/libgomp.so.1\nthreads " + threads + "\n";
    Outcome outcome;
    outcome.wall_s = 1;
    if (command.argv.back() == "team") {
      bool is_disturbed = team_runs_ < disturbed_.size() && disturbed_[team_runs_];
      busy_ += is_disturbed ? 0.5 : 0;
      std::string cost = is_disturbed ? "900000" : std::to_string(300 + 100 * (team_runs_ % 2));
      for (const char *kind : {"barrier", "region"})
        for (const char *who : {"together", "alone"})
          text += std::string("round ") + kind + " " + who + " 1000 " + cost + " " + cost + " " +
                  cost + "\n";
      text += "lock 5 5 5\ndispatch 6 6 6\n";
      ++team_runs_;
    }
    if (command.argv.back() == "rates")
      text += "rate 1 1000000000 1\n";
    pinned_ += command.argv[1] == std::string("pinned");
    return writeFileAtomic(command.standard_output, text).ok() ? Result<Outcome>(outcome)
                                                               : Result<Outcome>(Error{"no file"});
  }
  size_t team_runs_ = 0, pinned_ = 0;
  double busy_ = 0;

private:
  std::vector<bool> disturbed_;
};

} // namespace

TEST_CASE("a setting that others disturbed is measured again; of two passes the shorter counts") {
  TemporaryFolder folder(makeTemporaryFolder("tare-machine-").value());
  std::string programs = folder.path() + "/libexec/tare";
  REQUIRE(makeFolder(programs, 0700).ok());
  REQUIRE(writeFileAtomic(programs + "/tare-machine-libgomp", "").ok());
  auto measure = [&](FakeRounds &rounds, const std::vector<TeamSetting> &settings) {
    MachineSeams seams{rounds, folder.path(), folder.path() + "/kept", "now"};
    seams.busy_seconds = [&rounds] { return rounds.busy_; };
    return measureMachine(seams, "libgomp", settings);
  };
  std::vector<TeamSetting> two = {{2, 1}, {2, 1, Waiting::AsMeasured, true}};
  FakeRounds quiet({});
  Result<JustMeasured> measured = measure(quiet, two);
  INFO((measured.ok() ? "" : measured.error().text()));
  REQUIRE(measured.ok());
  CHECK(quiet.team_runs_ == 4);
  CHECK(quiet.pinned_ == 2);
  CHECK(measured.value().disturbed == 0);
  const MeasuredMachine &machine = measured.value().stored.machine;
  CHECK(machine.teams.size() == 2);
  CHECK(machine.meeting(two[0], MeetingKind::Region, 1e-6, 0)->time_s == Approx(300e-9));
  FakeRounds once({true, false, true});
  measured = measure(once, two);
  REQUIRE(measured.ok());
  CHECK(once.team_runs_ == 5);
  CHECK(measured.value().disturbed == 0);
  CHECK(measured.value().stored.machine.teams.size() == 2); // in place of the earlier ones
  FakeRounds always(std::vector<bool>(20, true));
  measured = measure(always, two);
  REQUIRE_FALSE(measured.ok());
  CHECK_THAT(measured.error().text(), Catch::Contains("other programs used the CPUs"));
  MachineSeams seams{quiet, folder.path(), folder.path() + "/kept", "later"};
  CHECK(keptMachine(seams, "libgomp").value()->measured_utc == "now");
  CHECK_FALSE(keptMachine(seams, "libomp").ok());
}

TEST_CASE("the cost of a meeting: by setting, work and how even it is") {
  MeasuredMachine machine = someMachine();
  CHECK(barrier(machine, {8, 8}) == Approx(3));
  CHECK(barrier(machine, {8, 8}, 1e-9) == Approx(3));
  CHECK(barrier(machine, {8, 8}, 1e-5) == Approx(6)); // half of the way, logarithmic
  CHECK(barrier(machine, {8, 8}, 1) == Approx(9));
  CHECK(barrier(machine, {8, 8}, 1e-6, 1) == Approx(9));
  CHECK(barrier(machine, {8, 8}, 1e-6, 0.5) == Approx(6));
  CHECK(barrier(machine, {4, 8}) == Approx(2)); // between 2 and 8
  CHECK(machine.meeting({8, 8}, MeetingKind::Region, 1e-6, 0)->time_s == Approx(6e-6));
  CHECK(barrier(machine, {8, 8, Waiting::Passive}) == Approx(70));
}

TEST_CASE("no cost is taken from another regime") {
  MeasuredMachine machine = someMachine();
  CHECK(barrier(machine, {16, 8}) == Approx(50));
  CHECK(barrier(machine, {16, 16}) < 0);                   // more than was measured
  CHECK(barrier(machine, {12, 8}) < 0);                    // between none that share 8 cores
  CHECK(barrier(machine, {2, 1}) == Approx(5));
  CHECK(barrier(machine, {4, 1}) < 0);
  CHECK(barrier(machine, {8, 8, Waiting::Active}) < 0);
  CHECK(barrier(machine, {8, 8, Waiting::AsMeasured, true}) < 0); // pinned
  CHECK(barrier(machine, {2, 2}) == Approx(1)); // a core for each: how many are left over is the same
}

TEST_CASE("memory and clock: by how much longer the same work takes") {
  MeasuredMachine machine = someMachine();
  CHECK(machine.slowdown(1)->memory == Approx(1));
  CHECK(machine.slowdown(2)->compute == Approx(1 / 0.95));
  CHECK(machine.slowdown(8)->memory == Approx(8 * 10.0 / 30));
  CHECK(machine.slowdown(5)->memory == Approx(5 * 10.0 / 24));
  CHECK(machine.slowdown(16)->memory == Approx(16 * 10.0 / 30));
  machine.rates.erase(1);
  CHECK_FALSE(machine.slowdown(2));
}

TEST_CASE("a measured machine is read as it was written, and what is none is refused") {
  TemporaryFolder folder(makeTemporaryFolder("tare-machine-").value());
  StoredMachine stored{{{"cpu", "x"}}, someMachine(), "2026-01-01T00:00:00Z"};
  std::string path = machinePath(folder.path(), stored.key);
  CHECK_FALSE(findMachine(path, stored.key).value());
  REQUIRE(keepMachine(path, stored).ok());
  auto read = findMachine(path, stored.key);
  INFO((read.ok() ? "" : read.error().text()));
  REQUIRE((read.ok() && read.value()));
  CHECK(storedMachineJson(*read.value()) == storedMachineJson(stored));
  CHECK_FALSE(findMachine(path, {{"cpu", "y"}}).ok());
  std::string text = storedMachineJson(stored);
  for (auto [from, to] : {std::pair{"\"waiting\": \"default\"", "\"waiting\": \"often\""},
                          {"\"work_s\": 0.0001", "\"work_s\": 0.0"},
                          {"\"threads\": 2", "\"threads\": 0"},
                          {"tare.machine/1", "tare.machine/2"}}) {
    std::string wrong = text;
    size_t at = wrong.find(from);
    INFO(from);
    REQUIRE(at != std::string::npos);
    wrong.replace(at, std::string(from).size(), to);
    REQUIRE(writeFileAtomic(path, wrong).ok());
    CHECK_FALSE(findMachine(path, stored.key).ok());
  }
}

TEST_CASE("what the measuring program prints, and what it never does") {
  auto read = readRoundsOutput("runtime /lib/libgomp.so.1\nthreads 2\n"
                               "round barrier together 1000 350 300 400\n"
                               "round region alone 1000 -5 -9 4\nlock 50 40 60\n"
                               "dispatch 40 39 41\nrate 2 18000000000 0.98\n");
  REQUIRE(read.ok());
  const MeasuredTeam &of = read.value().team;
  CHECK(of.curve(MeetingKind::Barrier, false).front().cost.time_s == Approx(350e-9));
  CHECK(of.curve(MeetingKind::Barrier, false).front().cost.doubt_s == Approx(100e-9 * 1.219).epsilon(0.01));
  CHECK(of.curve(MeetingKind::Region, true).front().cost.time_s == Approx(-5e-9));
  CHECK(read.value().rates.at(2).clock == 0.98);
  for (const char *wrong : {"", "threads 0", "threads 2\nround barrier never 1 1 1 1",
                            "threads 2\nround barrier alone 1000 1 2 3", "threads 2\nrate 0 1 1",
                            "threads 2\nlock 1 1", "threads 2\nlock 1 1 1 1", "threads 2\nhello"}) {
    INFO(wrong);
    CHECK_FALSE(readRoundsOutput(wrong).ok());
  }
}

TEST_CASE("usual settings: each thread a core, and two or four to a core") {
  std::vector<TeamSetting> two = usualSettings(2);
  CHECK(two.size() == 24);
  CHECK(std::ranges::count(two, TeamSetting{4, 1, Waiting::Passive, false}) == 1);
  CHECK(std::ranges::count(two, TeamSetting{2, 2, Waiting::AsMeasured, true}) == 1);
  CHECK(usualSettings(1).size() == 12);
  CHECK(usualSettings(16).size() == 44);
}

TEST_CASE("meetings take longer by what the machine says, each one") {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    Profile profile = runOf(seed, {});
    Teams teams(profile);
    size_t met = 0;
    for (const Meeting &meeting : teams.meetings())
      met += meeting.arrivals.size() > 1;
    CoresAsked asked{3, false, {}};
    asked.meeting = [&](bool, double longest, double alone) {
      CHECK(longest >= 0);
      CHECK(alone >= -1e-9);
      CHECK(alone <= 1 + 1e-9);
      return std::optional(MeetingCosts{100, 1000, 50});
    };
    Result<OnCores> longer = onCores(profile, teams, asked, [](LogPlace) { return 0; });
    REQUIRE(longer.ok());
    CHECK(longer.value().doubt == Approx(50.0 * static_cast<double>(met)));
    double more = static_cast<double>(longer.value().profile.window - profile.window);
    CHECK(more > 0);
    CHECK(more <= 1000.0 * static_cast<double>(met) * 1.01 + 100);
  }
}

TEST_CASE("beyond what was measured the memory decides, as far as the work waits for it") {
  auto machine = std::make_shared<MeasuredMachine>(someMachine());
  Random random(5);
  ModelledProgram program = modelledProgram(random);
  auto inflationWith = [&](double slower) {
    RunSettings one{.threads = 1}, two{.threads = 2};
    two.faster[0] = 1 / slower;
    MeasuredInflation inflation;
    inflation.add(1, runModelled(program, one));
    inflation.add(2, runModelled(program, two));
    inflation.useMachine(machine);
    return inflation.at(idOfLoop(0), 8).factor;
  };
  MeasuredMachine::Slowdown two = *machine->slowdown(2), eight = *machine->slowdown(8);
  CHECK(inflationWith(two.compute) == Approx(eight.compute).epsilon(0.02));
  CHECK(inflationWith(two.memory) == Approx(eight.memory).epsilon(0.02));
  CHECK(inflationWith((two.compute + two.memory) / 2) ==
        Approx((eight.compute + eight.memory) / 2).epsilon(0.05));
}

TEST_CASE("how long a lock is held follows from the waits for it") {
  for (int threads : {2, 4, 8}) // saturated: it is always held by somebody
    CHECK(holdFrom(threads, 5500, threads * 4000 - 5500) == Approx(4000).epsilon(0.15));
  for (int threads : {2, 4}) {
    CHECK(holdFrom(threads, 1000, 0) < 20);
    CHECK(holdFrom(threads, 1000, 5) < holdFrom(threads, 1000, 50));
  }
}
