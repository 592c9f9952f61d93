// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/note_text.h"
#include "catch.hpp"
#include "driver/results/experiment_of.h"
#include "tests/runner/fakes.h"

using namespace tare;
using namespace tare::testing;

namespace {

/// Runs a fake experiment and assembles what its folder holds.
Result<Experiment> assembled(FakeExperiment &experiment) {
  experiment.run();
  Result<Manifest> manifest = readManifest(experiment.folder.path());
  REQUIRE(manifest.ok());
  return experimentOf(experiment.folder.path(), manifest.value(), {}, experiment.read_profile);
}

bool warns(const Experiment &experiment, const std::string &text) {
  for (const std::string &warning : sentencesOf(experiment.warnings))
    if (warning.find(text) != std::string::npos)
      return true;
  return false;
}

} // namespace

TEST_CASE("tuples hold the runs that were made together; one thread's profile is shared") {
  FakeExperiment experiment;
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  const std::vector<Repetition> &repetitions = result.value().repetitions;
  REQUIRE(repetitions.size() == 4); // two for each p
  CHECK(repetitions[0].threads == 1);
  CHECK(repetitions[2].threads == 2);
  for (const Repetition &repetition : repetitions) {
    CHECK(repetition.accepted);
    CHECK(repetition.serial->ticks == 1000000000);
    CHECK(repetition.parallel.has_value());
    CHECK(repetition.one.has_value());
  }
  CHECK(repetitions[0].one->profile == repetitions[0].instrumented.profile);
  CHECK(repetitions[0].one->profile == repetitions[2].one->profile);
  CHECK(repetitions[2].one->profile != repetitions[2].instrumented.profile);
}

TEST_CASE("disturbed repetitions are left out while there are enough others") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.manifest.repeat = 4;
  experiment.processes.script = [](const Command &, size_t number) {
    Act act;
    disturb(act, number < 8); // the first repetition
    return act;
  };
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  CHECK(result.value().repetitions.size() == 4); // one replaced
  CHECK(acceptedByGates(experiment.result, 2) == 4);
  CHECK_FALSE(warns(result.value(), "noisy"));
}

TEST_CASE("with too few undisturbed repetitions all are used, with a warning that says so") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.processes.script = [](const Command &, size_t) {
    Act act;
    disturb(act, true);
    return act;
  };
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  CHECK(result.value().repetitions.size() == 2);
  CHECK(warns(result.value(), "0 of 2 with 2 threads were undisturbed"));
}

TEST_CASE("binding is no help for a run on one thread or of the serial program") {
  for (auto [program, threads, helps] :
       {std::tuple("./p", "2", true), std::tuple("./pi", "2", true), std::tuple("./pi", "1", false),
        std::tuple("./s", "1", false)}) {
    FakeExperiment experiment;
    experiment.manifest.threads = {2};
    experiment.processes.script = [=](const Command &command, size_t) {
      Act act;
      bool busy = command.argv[0] == program && FakeProcesses::threads(command) == threads;
      disturb(act, busy);
      return act;
    };
    Result<Experiment> result = assembled(experiment);
    REQUIRE(result.ok());
    INFO(program << " on " << threads);
    CHECK(warns(result.value(), "). Use an idle machine"));
    CHECK(warns(result.value(), "or try OMP_PROC_BIND=true") == helps);
  }
}

TEST_CASE("a program that sleeps is told apart from one that computes") {
  for (double busy : {0.5, 0.95}) {
    FakeExperiment experiment;
    experiment.manifest.threads = {2};
    experiment.processes.script = [=](const Command &, size_t) {
      Act act;
      act.outcome.wall_s = 1.4; // it waited for a CPU before its window began
      act.outcome.user_s = 0.9 * busy;
      act.cpu_s = busy;
      return act;
    };
    Result<Experiment> result = assembled(experiment);
    REQUIRE(result.ok());
    INFO(busy);
    CHECK(warns(result.value(), "in 500 ms of 1.00 s the program on one thread neither") ==
          (busy < 0.9));
  }
}

TEST_CASE("a program that crashed gives a tuple of what was measured") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.outcome.signal = command.argv[0] == "./s" ? 0 : 6;
    return act;
  };
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  REQUIRE(result.value().repetitions.size() == 1);
  const Repetition &repetition = result.value().repetitions[0];
  CHECK(repetition.threads == 2);
  CHECK(repetition.serial.has_value());
  CHECK_FALSE(repetition.parallel.has_value());
  CHECK(warns(result.value(), "the table rests on run "));
  CHECK(warns(result.value(), "failed: signal 6"));
}

TEST_CASE("a run that was ended with its experiment did not fail, one that ended by itself did") {
  bool interrupted = GENERATE(false, true), by_signal = GENERATE(false, true);
  FakeExperiment experiment;
  experiment.processes.script = [=](const Command &, size_t number) {
    Act act;
    if (number == 5) {
      (by_signal ? act.outcome.signal : act.outcome.exit_status) = by_signal ? 15 : 143;
      act.outcome.interrupted = interrupted ? 15 : 0;
    }
    return act;
  };
  Result<Experiment> result = assembled(experiment);
  INFO(interrupted << ", by a signal " << by_signal);
  REQUIRE(result.ok());
  std::string how = by_signal ? "signal 15" : "exit status 143";
  CHECK(warns(result.value(), "was ended: " + how) == interrupted);
  CHECK(warns(result.value(), "failed: " + how) == !interrupted);
}

TEST_CASE("process times without a clock's rate are an error, not a table of zeros") {
  bool is_told = GENERATE(true, false);
  FakeExperiment experiment;
  experiment.makeStatic(is_told);
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok() == is_told);
  if (is_told)
    CHECK(result.value().repetitions.at(0).serial->ticks == 1000000000);
  else
    CHECK(result.error().message.find("how fast the clock") == 0);
}

TEST_CASE("an experiment in which nothing was measured is an error") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &, size_t) {
    Act act;
    act.outcome.exit_status = 1;
    return act;
  };
  Result<Experiment> result = assembled(experiment);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().message.find("nothing was measured") == 0);
}

TEST_CASE("a process without a window counts with its wall-clock time") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.windows = command.argv[0] == "./s" ? 0 : 1;
    act.outcome.wall_s = 2;
    return act;
  };
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  CHECK(result.value().repetitions[0].serial->ticks == 2000000000);
}

TEST_CASE("a profile that is a link out of the folder is not followed") {
  FakeExperiment experiment;
  experiment.run();
  Scratch elsewhere;
  std::string secret = elsewhere.path() + "/profile.tare";
  REQUIRE(writeFileAtomic(secret, "7").ok());
  Manifest manifest = readManifest(experiment.folder.path()).value();
  for (const RunRecord &run : manifest.runs) {
    std::string path = experiment.folder.path() + "/" + run.profile;
    if (run.profile.empty())
      continue;
    REQUIRE(::unlink(path.c_str()) == 0);
    REQUIRE(::symlink(secret.c_str(), path.c_str()) == 0);
  }
  CHECK_FALSE(experimentOf(experiment.folder.path(), manifest, {}, readFakeProfile).ok());
}

TEST_CASE("the summaries name commands and compilers by role") {
  FakeExperiment experiment;
  experiment.manifest.commands = {{"parallel", "./p 1000"}};
  experiment.manifest.compile = {{"parallel", "gcc -fopenmp p.c"}};
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  int found = 0;
  for (const RunSummary &summary : result.value().runs)
    if (summary.role == "parallel" && ++found) {
      CHECK(summary.command == "./p 1000");
      CHECK(summary.compiler == "gcc -fopenmp p.c");
      CHECK(summary.count == 2);
      CHECK(summary.wall_s == Approx(1.0));
    }
  CHECK(found == 2);
}

TEST_CASE("a tuple holds the serial program with probes and the one without pragmas") {
  FakeExperiment experiment;
  experiment.setting.programs.ignored = {"./g"};
  experiment.setting.programs.serial_instrumented = {"./si"};
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  const std::vector<Repetition> &repetitions = result.value().repetitions;
  for (const Repetition &repetition : repetitions) {
    CHECK(repetition.ignored->ticks == 1000000000);
    REQUIRE(repetition.serial_instrumented->profile != nullptr);
  }
  // One run of it is part of the tables of every p.
  CHECK(repetitions[0].serial_instrumented->profile == repetitions[2].serial_instrumented->profile);
  CHECK(repetitions[0].serial_instrumented->profile != repetitions[1].serial_instrumented->profile);
}

TEST_CASE("null runs, in pairs with plain ones, tell every table what rewriting did") {
  FakeExperiment experiment;
  experiment.setting.programs.null = {"./i"};
  Result<Experiment> without = assembled(experiment);
  REQUIRE(without.ok());
  CHECK_FALSE(without.value().repetitions.front().rewriting);
  experiment.manifest = experiment.result; // goes on
  experiment.manifest.null_from = 100;
  Result<Experiment> with = assembled(experiment);
  REQUIRE(with.ok());
  CHECK(with.value().repetitions.size() == without.value().repetitions.size());
  for (const Repetition &repetition : with.value().repetitions)
    for (const std::optional<Rewriting> &known : {repetition.rewriting, repetition.rewriting_one}) {
      REQUIRE(known);
      CHECK(known->part == 0);
      CHECK(known->pairs == 3);
      CHECK_FALSE(known->exceeds_probes);
    }
}

TEST_CASE("one source: the serial program is the one that ignores its pragmas") {
  FakeExperiment experiment;
  experiment.manifest.same_source = true;
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  CHECK(result.value().same_source);
  for (const Repetition &repetition : result.value().repetitions)
    CHECK(repetition.ignored->ticks == repetition.serial->ticks);
}

TEST_CASE("counts of the system come with every run; what it does not tell is absent") {
  FakeExperiment experiment;
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  const Repetition &repetition = result.value().repetitions.back();
  CHECK(repetition.serial->counts.faults == 123);
  CHECK(repetition.parallel->counts.faults == 123);
  CHECK(repetition.instrumented.counts.faults == 123);
  CHECK_FALSE(repetition.serial->counts.cycles.has_value());
}

TEST_CASE("a program without regions on one thread has tables for more") {
  bool has_serial = GENERATE(true, false);
  FakeExperiment experiment;
  if (!has_serial) {
    experiment.setting.programs.serial.clear();
    experiment.manifest.reference = "omp_1";
  }
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.profiles = FakeProcesses::threads(command) != "1";
    act.seconds = command.argv[0] == "./pi" ? 1.5 : 1;
    return act;
  };
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  const std::vector<Repetition> &repetitions = result.value().repetitions;
  REQUIRE(repetitions.size() == 2);
  for (const Repetition &repetition : repetitions) {
    CHECK(repetition.threads == 2);
    CHECK_FALSE(repetition.one.has_value());
    CHECK(repetition.serial->ticks == 1000000000); // not that of the instrumented program
  }
  REQUIRE(result.value().warnings.size() == 1);
  CHECK(warns(result.value(), "on one thread the program executes no parallel region"));
  CHECK(warns(result.value(), "there is no table for 1 thread, and work inflation is one row"));
  CHECK(warns(result.value(), "work inflation is one row"));
}

TEST_CASE("an experiment that was broken off: what stands for the runs that are missing") {
  size_t runs = GENERATE(2u, 4u); // the one that is interrupted, of pi 2, p 2, s 1, ...
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.manifest.same_source = true; // then the serial program comes last
  experiment.processes.script = [=](const Command &, size_t number) {
    Act act;
    act.outcome.interrupted = number == runs ? 2 : 0;
    return act;
  };
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  CHECK(result.value().reference == (runs == 2 ? "none" : "serial"));
  CHECK(result.value().repetitions.at(0).serial.has_value() == (runs == 4));
  CHECK(warns(result.value(), "no run on one thread was measured") == (runs == 4));
  CHECK(warns(result.value(), "the table rests on run 1, of the instrumented program"));
  CHECK(warns(result.value(), "T_p is from this run") == (runs == 2));
  CHECK(warns(result.value(), "T_p is from run 2, of the parallel program") == (runs == 4));
  CHECK(result.value().runs.size() == (runs == 2 ? 1 : 3)); // each that the table has is listed
}

TEST_CASE("an experiment that was killed says how far it came") {
  FakeExperiment experiment;
  experiment.run();
  Manifest manifest = readManifest(experiment.folder.path()).value();
  manifest.ended = false;
  manifest.repeat = 30;
  Result<Experiment> result = experimentOf(experiment.folder.path(), manifest, {}, readFakeProfile);
  REQUIRE(result.ok());
  CHECK(warns(result.value(), "did not end: everything was run 1 of 30 times"));
  manifest.repeat = 1;
  result = experimentOf(experiment.folder.path(), manifest, {}, readFakeProfile);
  CHECK(warns(result.value(), "did not end: it made more runs because of noise"));
}

TEST_CASE("time in which the reference neither computed nor waited for a core is kept") {
  FakeExperiment experiment;
  experiment.run();
  auto idle = [&](double computed) {
    Result<Manifest> manifest = readManifest(experiment.folder.path());
    REQUIRE(manifest.ok());
    for (RunRecord &run : manifest.value().runs)
      run.window_ticks = 2000000000, run.window_cpu_s = computed, run.runq_s = 0.25;
    for (RunRecord &run : manifest.value().runs) // the process: it waited before its window
      run.wall_s = 9, run.cpu_s = 0.5;
    Result<Experiment> result =
        experimentOf(experiment.folder.path(), manifest.value(), {}, readFakeProfile);
    REQUIRE(result.ok());
    CHECK(warns(result.value(), "neither computed nor waited") == (result.value().idle_s > 0));
    return result.value().idle_s;
  };
  CHECK(idle(1) == Approx(0.75));
  CHECK(idle(1.7) == 0);
  CHECK(idle(0) == 0); // not known
}

namespace {

/// A run with all probes that was made before the others.
RunRecord pilotRun(FakeExperiment &experiment, int number, int threads,
                   const std::string &regions) {
  std::string folder = "pilot/runs/00" + std::to_string(number);
  REQUIRE(makeFolder(experiment.folder.path() + "/" + folder).ok());
  RunRecord run;
  run.number = number;
  run.role = role::instrumented;
  run.threads = threads;
  run.profile = folder + "/profile.tare";
  if (!regions.empty())
    REQUIRE(
        writeFileAtomic(experiment.folder.path() + "/" + run.profile, regions + "\n", 0600).ok());
  return run;
}

} // namespace

TEST_CASE("each tuple has the pilot runs of its number of threads and of one") {
  FakeExperiment experiment;
  experiment.manifest.pilots = {pilotRun(experiment, 1, 2, "77"), pilotRun(experiment, 2, 1, "66")};
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  for (const Repetition &repetition : result.value().repetitions) {
    REQUIRE(repetition.pilot.has_value());
    REQUIRE(repetition.pilot_one.has_value());
    CHECK(repetition.pilot->profile->regions == (repetition.threads == 2 ? 77 : 66));
    CHECK(repetition.pilot_one->profile->regions == 66);
  }
}

TEST_CASE("of several pilot runs a tuple has the one that took the time most like its own") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.manifest.pilots = {pilotRun(experiment, 1, 2, "77"), pilotRun(experiment, 2, 2, "88"),
                                pilotRun(experiment, 3, 2, "99")};
  size_t disturbed = GENERATE(0u, 1u, 2u);
  experiment.read_profile = [=](const std::string &path) {
    Result<Profile> read = readFakeProfile(path);
    if (read.ok() && path.find("/pilot/") != std::string::npos) {
      bool is_nearest = read.value().regions == 77 + 11 * disturbed;
      read.value().window += is_nearest ? -2 : 3;
    }
    return read;
  };
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  for (const Repetition &repetition : result.value().repetitions)
    CHECK(repetition.pilot->profile->regions == 77 + 11 * disturbed);
}

TEST_CASE("a pilot run whose profile is gone is told of, and the table is made without it") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.manifest.pilots = {pilotRun(experiment, 1, 2, "")};
  Result<Experiment> result = assembled(experiment);
  REQUIRE(result.ok());
  CHECK_FALSE(result.value().repetitions[0].pilot.has_value());
  CHECK(warns(result.value(), "does not stand for constructs without probes"));
}
