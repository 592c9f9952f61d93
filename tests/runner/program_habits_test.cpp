// SPDX-License-Identifier: Apache-2.0
// What programs do that most do not: other ways on one thread, other statuses, launchers.
#include "catch.hpp"
#include "tests/runner/fakes.h"

using namespace tare;
using namespace tare::testing;

TEST_CASE("no region on one thread: the experiment goes on if there are some on more") {
  std::string bare = GENERATE("1", "2");
  FakeExperiment experiment;
  experiment.processes.script = [=](const Command &command, size_t) {
    Act act;
    act.profiles = FakeProcesses::threads(command) != bare;
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == (bare == "1" ? Ending::complete : Ending::nothing_measured));
}

TEST_CASE("a program that ends with another status than 0 when all is well") {
  int expected = GENERATE(0, 7), status = GENERATE(0, 7);
  FakeExperiment experiment;
  experiment.setting.expected_status = expected;
  experiment.processes.script = [=](const Command &command, size_t) {
    Act act;
    act.outcome.exit_status = command.argv[0] == "./s" ? expected : status;
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == (status == expected ? Ending::complete : Ending::program_failed));
  CHECK(readManifest(experiment.folder.path()).value().runs.back().expected_status == expected);
  if (end.error)
    CHECK(end.error->next.find("say --status " + std::to_string(status)) != std::string::npos);
}

TEST_CASE("a program that is bound to fewer cores than there are") {
  double waits_s = GENERATE(0.0, 1.0); // of two threads on one core, each waits half of the time
  uint32_t allowed = GENERATE(0u, 1u, 2u);
  FakeExperiment experiment;
  experiment.read_profile = [=](const std::string &path) {
    Result<Profile> read = readFakeProfile(path);
    if (read.ok())
      read.value().cores_allowed = allowed;
    return read;
  };
  experiment.processes.script = [=](const Command &command, size_t) {
    Act act;
    act.runq_s = FakeProcesses::threads(command) == "2" ? waits_s : 0;
    return act;
  };
  experiment.run();
  bool bound = waits_s > 0 && allowed == 1;
  CHECK(experiment.result.machine.cores == (bound ? 1 : 2));
  CHECK(experiment.result.warnings.size() == bound);
  for (const RunRecord &run : experiment.result.runs)
    if (run.repetition && run.threads == 2) // noise, unless its threads take turns
      CHECK((run.accepted == "yes") == (bound || waits_s == 0));
}

TEST_CASE("a plain program that has loaded probes is told, unless it is to have them") {
  std::string who = GENERATE("./s", "./p", "./pi");
  bool is_named = GENERATE(true, false); // the instrumented program
  FakeExperiment experiment;
  if (!is_named)
    experiment.setting.programs.parallel = experiment.setting.programs.instrumented;
  experiment.processes.script = [=](const Command &command, size_t) {
    auto idle = command.environment.find("TARE_IDLE");
    if (command.argv[0] == who && idle != command.environment.end())
      (void)writeFileAtomic(idle->second + ".7", "./libl.so\n").ok();
    return Act();
  };
  CHECK(experiment.run().ending == Ending::complete);
  const std::vector<std::string> &warnings = experiment.result.warnings;
  bool is_told = who == "./s" || (who == "./p" && is_named);
  REQUIRE(warnings.size() == is_told);
  if (is_told) {
    std::string title = who == "./s" ? "serial" : "parallel";
    CHECK(warnings[0].find("the " + title + " program is not plain") == 0);
    CHECK(warnings[0].find("./libl.so") != std::string::npos);
  }
}

TEST_CASE("one file for both programs, with other libraries, is plain in one") {
  FakeExperiment experiment;
  experiment.setting.programs.parallel = {"env", "LD_LIBRARY_PATH=plain", "./pi"};
  experiment.processes.script = [](const Command &command, size_t) {
    auto idle = command.environment.find("TARE_IDLE");
    if (command.argv.back() == "./pi" && idle != command.environment.end())
      (void)writeFileAtomic(idle->second + ".7", "inst/libl.so\n").ok();
    return Act();
  };
  CHECK(experiment.run().ending == Ending::complete);
  REQUIRE(experiment.result.warnings.size() == 1);
  CHECK(experiment.result.warnings[0].find("the parallel program is not plain") == 0);
}

TEST_CASE("what was killed in the middle is told apart from what ended") {
  FakeExperiment experiment;
  experiment.processes.watch = [&](size_t) {
    Result<Manifest> manifest = readManifest(experiment.folder.path());
    CHECK((!manifest.ok() || !manifest.value().ended));
  };
  experiment.run();
  CHECK(readManifest(experiment.folder.path()).value().ended);
}

TEST_CASE("several processes: the profile with most regions, the window with most threads") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &, size_t) {
    Act act;
    act.profiles = 3;
    act.windows = 2;
    return act;
  };
  experiment.run();
  CHECK(experiment.result.runs.at(1).profile == "runs/002/tare-pi-2/profile.tare");
  REQUIRE_FALSE(experiment.result.warnings.empty());
  CHECK(experiment.result.warnings.front().find("3 profiles") != std::string::npos);
}

TEST_CASE("several processes: the window of the one whose profile is taken") {
  FakeExperiment experiment;
  experiment.read_profile = [](const std::string &path) {
    Result<Profile> read = readFakeProfile(path);
    if (read.ok())
      read.value().pid = 101; // the shorter one's
    return read;
  };
  experiment.processes.script = [](const Command &, size_t) {
    Act act;
    act.windows = 2;
    return act;
  };
  experiment.run();
  CHECK(experiment.result.runs.at(0).window_ticks == 1000000000); // no profile tells
  CHECK(experiment.result.runs.at(1).window_ticks == 500000000);
}

TEST_CASE("a program that a script or a launcher starts: its own window, on one thread too") {
  int threads = GENERATE(0, 1, 4); // 0: there is none; that of MPI has threads of its own
  FakeExperiment experiment;
  experiment.processes.script = [=](const Command &, size_t) {
    Act act;
    if (threads)
      act.launcher_threads = threads;
    return act;
  };
  experiment.run();
  for (const RunRecord &run : experiment.result.runs)
    CHECK(run.window_ticks == 1000000000);
}

TEST_CASE("static programs have no windows: profiles tell the clock of their process time") {
  bool is_told = GENERATE(true, false);
  FakeExperiment experiment;
  experiment.makeStatic(is_told);
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.result.machine.ticks_per_second == (is_told ? 1e9 : 0));
}
