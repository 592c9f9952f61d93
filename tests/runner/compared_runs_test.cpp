// SPDX-License-Identifier: Apache-2.0
// What an experiment makes of programs that print something else.
#include "catch.hpp"
#include "tests/runner/fakes.h"

using namespace tare;
using namespace tare::testing;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

TEST_CASE("--check compares every run with the serial one") {
  FakeExperiment experiment;
  experiment.manifest.check = true;
  experiment.processes.script = [](const Command &, size_t number) {
    Act act;
    act.output = number == 7 ? "sum\n41\n" : "sum\n42\n";
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::program_failed);
  CHECK(experiment.result.runs.size() == 7);
  CHECK(end.error->message == "output of the parallel program with 2 threads differs from the "
                              "serial program's in line 2: '41' instead of '42'");
  CHECK(end.error->next.find("--check-ignore REGEX passes over lines that may differ") == 0);
  CHECK_THAT(end.error->next, !Contains("--check-tolerance")); // that is no rounding
  REQUIRE(experiment.result.outputs);
  CHECK(experiment.result.outputs->status == OutputStatus::Differs);
  FakeExperiment rounded;
  rounded.manifest.check = true;
  rounded.processes.script = [](const Command &, size_t number) {
    Act act;
    act.output = number == 7 ? "sum\n42.0126\n" : "sum\n42.0000\n";
    return act;
  };
  CHECK_THAT(rounded.run().error->next, Contains("--check-tolerance 1e-03"));
  FakeExperiment tolerant;
  tolerant.manifest.check = true;
  tolerant.manifest.check_tolerance = 0.03;
  tolerant.processes.script = experiment.processes.script;
  CHECK(tolerant.run().ending == Ending::complete);
}

TEST_CASE("--check ends a run that differs before the reference has told what varies") {
  FakeExperiment experiment;
  experiment.manifest.check = true;
  experiment.manifest.threads = {2};
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.output = command.argv[0] == "./s" ? "42\n" : "41\n";
    return act;
  };
  CHECK(experiment.run().ending == Ending::program_failed);
  CHECK(experiment.processes.commands.size() == 4); // warm-ups, and the second serial run
}

TEST_CASE("--check with one run of the reference decides at the end") {
  FakeExperiment experiment;
  experiment.manifest.check = true;
  experiment.manifest.threads = {2};
  experiment.manifest.repeat = 1;
  experiment.manifest.reference = "omp_1";
  experiment.setting.programs = {{}, {"./p"}, {"./pi"}};
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.output = "sum " + std::to_string(40 + std::stoi(FakeProcesses::threads(command))) + "\n";
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::program_failed);
  auto references = std::ranges::count_if(experiment.result.runs, [](const RunRecord &run) {
    return run.role == "parallel" && run.threads == 1;
  });
  CHECK(references == 1);
  REQUIRE(end.error);
  CHECK_THAT(end.error->message, EndsWith("in line 1: 'sum 42' instead of 'sum 41'"));
  CHECK_FALSE(readManifest(experiment.folder.path()).value().ended);
}

TEST_CASE("--check is not content with the same lines in another order") {
  FakeExperiment experiment;
  experiment.manifest.check = true;
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.output = command.argv[0] == "./s" ? "a\nb\n" : "b\na\n";
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::program_failed);
  CHECK_THAT(end.error->message, Contains("differs from the serial program's in line 1"));
  experiment.manifest.check = false;
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.result.outputs->status == OutputStatus::OtherOrder);
}

TEST_CASE("--check names both runs where there is no serial program") {
  FakeExperiment experiment;
  experiment.manifest.check = true;
  experiment.setting.programs = {{}, {"./p"}, {"./pi"}};
  experiment.manifest.reference = "omp_1";
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.output =
        FakeProcesses::threads(command) == "1" ? "sum 2\n" : "sum 1" + std::string(60, 'x') + "\n";
    return act;
  };
  ExperimentEnd end = experiment.run();
  CHECK(end.ending == Ending::program_failed);
  CHECK_THAT(end.error->message,
             StartsWith("output of the instrumented program with 2 threads differs from the "
                        "parallel program's with 1 thread in line 1: 'sum 1x") &&
                 EndsWith("instead of 'sum 2'"));
  CHECK(end.error->message.size() < 200);
}

TEST_CASE("--check passes over the names by which the programs are called") {
  FakeExperiment experiment;
  experiment.manifest.check = true;
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.output = "usage: " + command.argv[0] + " N\n";
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
}

TEST_CASE("without --check outputs that differ are measured all the same, and said") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &command, size_t number) {
    Act act;
    act.output = "sum 42\n";
    if (command.argv[0] == "./p" && FakeProcesses::threads(command) == "2" && number > 9)
      act.output = "sum 41\n"; // a race that shows in the last run only
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.result.runs.size() == 13);
  CHECK(experiment.result.ended);
  Manifest kept = readManifest(experiment.folder.path()).value();
  REQUIRE(kept.outputs);
  CHECK(kept.outputs->status == OutputStatus::Differs);
  CHECK(kept.outputs->runs == 10);
  CHECK(kept.outputs->differing == 1);
  REQUIRE(kept.outputs->difference);
  CHECK(kept.outputs->difference->role == "parallel");
  CHECK(kept.outputs->difference->found == "sum 41");
  CHECK(kept.outputs->difference->of_runs == 3);
  CHECK(kept.runs[0].output == ""); // the reference
  CHECK(kept.runs[1].output == "same");
  CHECK(kept.runs[9].output == "differs");
}

TEST_CASE("what varies between runs of the serial program is no difference") {
  FakeExperiment experiment;
  experiment.manifest.check = true;
  experiment.processes.script = [](const Command &command, size_t number) {
    Act act;
    act.output = "seed " + std::to_string(number) + "\nsum 42\nthreads " +
                 FakeProcesses::threads(command) + "\n";
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.result.outputs->status == OutputStatus::Same);
  CHECK(experiment.result.outputs->varying == 1);
  CHECK(experiment.result.outputs->about_run == 1);
}

TEST_CASE(
    "a run that failed is not compared, and an experiment that was cut off says what is known") {
  FakeExperiment experiment;
  experiment.processes.script = [](const Command &, size_t number) {
    Act act;
    act.output = number == 6 ? "nothing of this counts\n" : "sum 42\n";
    act.outcome.exit_status = number == 6 ? 3 : 0;
    return act;
  };
  CHECK(experiment.run().ending == Ending::program_failed);
  Manifest kept = readManifest(experiment.folder.path()).value();
  REQUIRE(kept.outputs);
  CHECK(kept.outputs->status == OutputStatus::Same);
  CHECK(kept.outputs->runs == 3);
  CHECK_FALSE(kept.ended);
}

TEST_CASE("with --no-compare nothing is compared, and that is kept") {
  FakeExperiment experiment;
  experiment.manifest.compare = false;
  experiment.processes.script = [](const Command &, size_t number) {
    Act act;
    act.output = std::to_string(number);
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  REQUIRE(experiment.result.outputs);
  CHECK(experiment.result.outputs->status == OutputStatus::NotCompared);
  CHECK(experiment.result.outputs->reason == "--no-compare");
}

TEST_CASE("--check: a program without its pragmas that prints something else is left out") {
  FakeExperiment experiment;
  experiment.manifest.threads = {2};
  experiment.setting.programs.ignored = {"./g"};
  experiment.manifest.check = true;
  experiment.processes.script = [](const Command &command, size_t) {
    Act act;
    act.output = command.argv[0] == "./g" ? "41\n" : "42\n";
    return act;
  };
  CHECK(experiment.run().ending == Ending::complete);
  CHECK(experiment.result.missing_roles == std::vector<std::string>{"ignored"});
  CHECK(experiment.result.warnings.front().find("'41' instead of '42'") != std::string::npos);
}
