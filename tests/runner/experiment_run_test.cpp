// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/results/noise.h"
#include "tests/runner/fakes.h"

#include <sys/stat.h>

using namespace tare;
using namespace tare::testing;
using Words = std::vector<std::string>;

TEST_CASE("warm-ups, then interleaved repetitions in alternating order") {
  FakeExperiment experiment;
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::complete);
  CHECK(experiment.processes.order() == Words{"s 1", "pi 2", "p 2",                //
                                              "s 1", "pi 1", "p 1", "p 2", "pi 2", //
                                              "pi 2", "p 2", "p 1", "pi 1", "s 1"});
}

TEST_CASE("every process gets the window, the threads and its own folder") {
  ::setenv("LD_PRELOAD", "", 1);
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.run();
  for (const Command &command : experiment.processes.commands) {
    std::string folder = command.environment.at("TARE_OUTPUT_DIR");
    CHECK(startsWith(folder, experiment.folder.path() + "/runs/"));
    CHECK(command.environment.at("TARE_WINDOW") == folder + "/window");
    CHECK(command.environment.at("LD_PRELOAD") == "/prefix/lib/libtare-window.so");
    CHECK(command.environment.at("OMP_DYNAMIC") == "false");
    CHECK(command.standard_output == folder + "/stdout");
    bool instrumented = command.argv[0] == "./pi";
    CHECK(command.environment.count("TARE_ENABLE") == (instrumented ? 0 : 1));
    CHECK(command.unset.size() == (instrumented ? 1 : 0));
    struct stat about;
    REQUIRE(::stat(folder.c_str(), &about) == 0);
    CHECK((about.st_mode & 0777) == 0700);
  }
  ::unsetenv("LD_PRELOAD");
}

TEST_CASE("a user's own preload stays, behind ours") {
  ::setenv("LD_PRELOAD", "libtheirs.so", 1);
  FakeExperiment experiment;
  experiment.run();
  ::unsetenv("LD_PRELOAD");
  CHECK(experiment.processes.commands[0].environment.at("LD_PRELOAD") ==
        "/prefix/lib/libtare-window.so:libtheirs.so");
}

TEST_CASE("{threads} is replaced everywhere by the p of the run") {
  CHECK(commandFor({"./p", "-t{threads}", "{threads}x{threads}", "{}"}, 4) ==
        Words{"./p", "-t4", "4x4", "{}"});
}

TEST_CASE("the manifest on disk holds every run that has ended") {
  FakeExperiment experiment;
  experiment.processes.watch = [&](size_t ended) {
    Result<Manifest> read = readManifest(experiment.folder.path());
    CHECK(read.ok() == (ended > 1)); // the last process is not booked yet
    if (read.ok())
      CHECK(read.value().runs.size() == ended - 1);
  };
  experiment.run();
  CHECK(readManifest(experiment.folder.path()).value().runs.size() == 13);
}

TEST_CASE("what is known about a run is in its record") {
  FakeExperiment experiment;
  experiment.run();
  const RunRecord &run = experiment.result.runs.at(1);
  CHECK(run.number == 2);
  CHECK(run.role == "instrumented");
  CHECK(run.window_source == "window");
  CHECK(run.window_ticks == 1000000000);
  CHECK(run.profile == "runs/002/tare-pi-0/profile.tare");
  CHECK(run.accepted == "warm-up");
  CHECK(experiment.result.machine.clock == "rdtsc");
  CHECK(experiment.result.machine.ticks_per_second == 1e9);
  CHECK(experiment.result.runs.back().accepted == "yes");
}

TEST_CASE("a failing run ends the experiment; message: command, status, last words") {
  FakeExperiment experiment;
  experiment.setting.programs.parallel = {"./p", "two words"};
  experiment.processes.script = [](const Command &command, size_t number) {
    Act act;
    if (number == 6 && command.argv[0] == "./p") {
      act.outcome.exit_status = 7;
      act.error_output = "cannot open input\n\n";
    }
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::program_failed);
  CHECK(experiment.processes.commands.size() == 6);
  CHECK(experiment.result.runs.size() == 6);
  CHECK(end.error->message == "parallel program, 1 thread (./p 'two words'), ended with status 7; "
                              "its last line: cannot open input");
  CHECK(readManifest(experiment.folder.path()).value().runs.back().accepted == "failed");
}

TEST_CASE("an instrumented program that crashes keeps its profile, and the plain one is asked") {
  FakeExperiment experiment;
  bool plain_fails = GENERATE(false, true);
  experiment.processes.script = [=](const Command &command, size_t) {
    Act act;
    act.windows = 0;
    if (command.argv[0] == "./pi" || (plain_fails && command.argv[0] == "./p")) {
      act.outcome.signal = 11;
      act.outcome.exit_status = 139;
    }
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::program_failed);
  CHECK(experiment.processes.order() == Words{"s 1", "pi 2", "p 2"});
  const RunRecord &crashed = experiment.result.runs.at(1);
  CHECK(crashed.profile == "runs/002/tare-pi-0/profile.tare");
  CHECK(crashed.window_source == "profile");
  CHECK(end.error->message.find("signal 11") != std::string::npos);
  CHECK(end.error->message.find(plain_fails ? "fails too" : "does not fail") != std::string::npos);
}

TEST_CASE("a run that does not end in time is told apart") {
  FakeExperiment experiment;
  experiment.setting.timeout_s = 3;
  experiment.processes.script = [](const Command &command, size_t number) {
    CHECK(command.timeout_s == 3);
    Act act;
    if (number == 2) {
      act.outcome.timed_out = true;
      act.outcome.signal = 15;
      act.outcome.exit_status = 143;
    }
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::timed_out);
  CHECK(end.error->message.find("did not end in time") != std::string::npos);
}

TEST_CASE("an interruption ends the experiment, whatever became of the program") {
  FakeExperiment experiment;
  int status = GENERATE(0, 130);
  experiment.processes.script = [=](const Command &, size_t number) {
    Act act;
    act.outcome.interrupted = number == 5 ? 2 : 0;
    act.outcome.exit_status = number == 5 ? status : 0;
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::interrupted);
  CHECK(end.signal == 2);
  CHECK(readManifest(experiment.folder.path()).value().runs.size() == 5);
}

TEST_CASE("an instrumented program without a profile is a loud error") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &, size_t) {
    Act act;
    act.profiles = 0;
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::nothing_measured);
  CHECK(end.error->message.find("no parallel region was executed") == 0);
}

TEST_CASE("a static program has no window: process time, and a warning, once") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.windows = command.argv[0] == "./s" ? 0 : 1;
    return act;
  };
  experiment.run();
  CHECK(experiment.result.runs.at(0).window_source == "process");
  CHECK(experiment.result.runs.at(0).window_ticks == 0);
  CHECK(experiment.result.warnings.size() == 1);
}

TEST_CASE("runs that are left out are replaced, for the p that lacks them only") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &command, size_t number) {
    Act act;
    if (number == 7 && command.argv[0] == "./p") // p = 2 of the first repetition
      act.runq_s = 0.5;
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  Words order = experiment.processes.order();
  CHECK(Words(order.begin() + 13, order.end()) == Words{"p 2", "pi 2"});
}

TEST_CASE("a machine that never gets quiet is not tried for ever") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.processes.script = [](const Command &, size_t) {
    Act act;
    act.runq_s = 1;
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.processes.commands.size() == 3 + 2 * 4);
}

TEST_CASE("where most runs are disturbed alike, nothing is made again once that is known") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.manifest.repeat = 3;
  experiment.processes.script = [](const Command &, size_t number) {
    Act act;
    size_t repetition = number <= 3 ? 0 : (number - 4) / 4 + 1;
    disturb(act, repetition != 2 && repetition != 5);
    return act;
  };
  experiment.run();
  CHECK(experiment.processes.commands.size() == 3 + 5 * 4); // five are enough to know
}

TEST_CASE("an experiment that is told how often is run as often") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.processes.commands.size() == 3 + 2 * 4);
}

TEST_CASE("a serial program that is the OpenMP one without its pragmas may wait for ever") {
  FakeExperiment experiment;
  experiment.manifest.same_source = true;
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.outcome.wall_s = 2;
    act.outcome.timed_out = command.timeout_s > 0;
    if (act.outcome.timed_out)
      act.outcome.signal = 15;
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::timed_out);
  CHECK(experiment.processes.commands.size() == 3);
  CHECK(experiment.processes.commands.back().argv[0] == "./s");
  CHECK(experiment.processes.commands.back().timeout_s == Approx(10 + 20 * 2));
  CHECK(end.error->next.find("--serial") != std::string::npos);
}

TEST_CASE("the first run of a long program counts, and there are no warm-ups") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.processes.script = [](const Command &, size_t) {
    Act act;
    act.seconds = 6;
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.processes.order() == Words{"s 1", "pi 1", "p 2", "pi 2", //
                                              "pi 2", "p 2", "pi 1", "s 1"});
  CHECK(experiment.result.runs.front().accepted == "yes");
}

TEST_CASE("the slower of the probes before and after a run counts") {
  FakeExperiment experiment;
  experiment.noise.script = [](int number) {
    return ProbeTimes{number == 3 ? 0.003 : 0.001, 0.002};
  };
  experiment.run();
  CHECK(experiment.result.runs.at(0).register_probe_s == 0.001);
  CHECK(experiment.result.runs.at(1).register_probe_s == 0.003); // after it
  CHECK(experiment.result.runs.at(2).register_probe_s == 0.003); // before it
  CHECK(experiment.result.runs.at(3).register_probe_s == 0.001);
}

TEST_CASE("results that cannot be saved end the experiment at once") {
  FakeExperiment experiment;
  experiment.processes.watch = [&](size_t number) {
    if (number == 2) { // a folder where the manifest should be: even root cannot write there
      std::string path = experiment.folder.path() + "/manifest.json";
      ::unlink(path.c_str());
      REQUIRE(makeFolder(path + "/x").ok());
    }
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::cannot_save);
  CHECK(experiment.processes.commands.size() == 2);
}

namespace {

/// With the programs that refine the serial reference: "./g" ignores pragmas, "./si" has probes.
struct RefinedExperiment : FakeExperiment {
  RefinedExperiment() {
    manifest.threads = {2};
    manifest.repeat = 1;
    setting.programs.ignored = {"./g"};
    setting.programs.serial_instrumented = {"./si"};
  }
};

} // namespace

TEST_CASE("the programs that refine the serial reference are part of every repetition") {
  RefinedExperiment experiment;
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.processes.order() == Words{"s 1", "pi 2", "p 2", "g 1", "si 1", //
                                              "s 1", "g 1", "si 1", "pi 1", "p 2", "pi 2"});
  for (const Command &command : experiment.processes.commands)
    CHECK(command.environment.count("TARE_ENABLE") == (endsWith(command.argv[0], "i") ? 0 : 1));
  REQUIRE(repetitionsOf(experiment.result, 2).size() == 1);
  RepetitionRuns repetition = repetitionsOf(experiment.result, 2)[0];
  CHECK(repetition.complete);
  CHECK(repetition.ignored->argv[0] == "./g");
  CHECK(repetition.serial_instrumented->profile == "runs/008/tare-pi-0/profile.tare");
}

TEST_CASE("one of them that fails is left out, with the reason, and the experiment goes on") {
  RefinedExperiment experiment;
  int failing = GENERATE(4, 7); // warming up, or later
  experiment.processes.script = [=](const Command &, size_t number) {
    Act act;
    act.outcome.exit_status = static_cast<int>(number) == failing ? 3 : 0;
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.result.missing_roles == Words{"ignored"});
  CHECK(experiment.result.warnings.front().find("program without its pragmas") == 0);
  RepetitionRuns repetition = repetitionsOf(experiment.result, 2)[0];
  CHECK(repetition.complete);
  CHECK(repetition.ignored == nullptr);
  CHECK(repetition.serial_instrumented != nullptr);
  CHECK(readManifest(experiment.folder.path()).value().missing_roles == Words{"ignored"});
}

TEST_CASE("a serial program whose probes are never reached is left out") {
  RefinedExperiment experiment;
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.profiles = command.argv[0] == "./si" ? 0 : 1;
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.result.missing_roles == Words{"serial_instrumented"});
}

TEST_CASE("a build with probes of another role is told apart") {
  RefinedExperiment experiment;
  std::string swapped = GENERATE("./si", "./pi");
  experiment.processes.script = [=](const Command &command, size_t) {
    Act act;
    act.swap_builds = command.argv[0] == swapped;
    return act;
  };
  ExperimentEnd end = experiment.run();
  if (swapped == "./pi") {
    CHECK(end.ending == Ending::nothing_measured);
    CHECK(end.error->message == "it is a serial program with probes, not the OpenMP one");
    CHECK(end.error->place == "./pi");
    return;
  }
  CHECK(end.ending == Ending::complete);
  CHECK(experiment.result.missing_roles == Words{"serial_instrumented"});
  CHECK(experiment.result.warnings.front() ==
        "instrumented serial program: it is an OpenMP program with probes, not a serial one (`tare "
        "cc --role serial` builds that); the table is made without it");
}

TEST_CASE("without its pragmas a program may wait for ever: it gets a time of its own") {
  RefinedExperiment experiment;
  experiment.run();
  for (const Command &command : experiment.processes.commands)
    CHECK(command.timeout_s == (command.argv[0] == "./g" ? 30 : 0)); // 10 s + 20 * 1 s
}
