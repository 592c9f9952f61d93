// SPDX-License-Identifier: Apache-2.0
// From the profile of a pilot run to what a budget leaves out, and what the runtime is told.
#include "driver/pilot.h"

#include "base/text.h"
#include "catch.hpp"
#include "tests/accounts/fake_run.h"
#include "tests/runner/fakes.h"

#include <algorithm>
#include <set>

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

ProbeCosts costsOf(double ticks) {
  ProbeCosts costs;
  costs.ticks_per_second = 1e9;
  for (ProbeCost &cost : costs.costs)
    cost.inside = cost.outside = {ticks / 2, ticks, 2 * ticks};
  return costs;
}

/// One long region with `dear` barriers of one kind and `cheap` of another, and a short one that is
/// executed `often` with a barrier in it.
struct Program {
  Program(int dear, int cheap, int often) {
    FakeRun run(2);
    uint32_t once = run.node(NodeKind::Parallel, "");
    uint32_t many = run.node(NodeKind::Parallel, "");
    uint32_t nodes[] = {run.node(NodeKind::Barrier, ""), run.node(NodeKind::Barrier, ""),
                        run.node(NodeKind::Barrier, "")};
    std::vector<Ticks> each(2, 100);
    run.serial(100);
    run.fork(once, each);
    for (int i = 0; i < dear; ++i)
      run.barrier(nodes[0], each);
    for (int i = 0; i < cheap; ++i)
      run.barrier(nodes[1], each);
    run.join(5);
    for (int i = 0; i < often; ++i) {
      run.fork(many, each);
      run.barrier(nodes[2], each);
      run.join(5);
    }
    profile = run.finish();
    for (size_t i = 0; i < 3; ++i)
      id[i] = profile.node(nodes[i])->id.text();
  }
  Profile profile;
  std::string id[3];
};

std::set<std::string> leftOut(const PilotReport &report) {
  std::set<std::string> ids;
  for (const UnprobedNode &node : report.unprobed)
    ids.insert(node.id);
  return ids;
}

} // namespace

TEST_CASE("what cannot be thinned and is too dear gets no probes") {
  Program program(1000, 10, 1000);
  PilotReport report = pilotReport(program.profile, costsOf(1), 0.02);
  CHECK(leftOut(report) == std::set<std::string>{program.id[0]});
  CHECK_THAT(report.unprobed[0].reason, Contains("% of the run's time"));
  CHECK(report.cost > 0.02);
  CHECK(report.kept <= 0.02);
  CHECK(report.predicted_s > 0);
}

TEST_CASE("what one thread executes is as dear as if all of them did: they may wait for it") {
  auto left_out = [](const std::vector<uint64_t> &entries) {
    FakeRun run(4);
    uint32_t region = run.node(NodeKind::Parallel, "");
    uint32_t master = run.node(NodeKind::Master, "");
    run.serial(100);
    run.fork(region, std::vector<Ticks>(4, 100));
    for (size_t thread = 0; thread < 4; ++thread) {
      run.spend(thread, region, Spent::Body, 100000);
      if (entries[thread])
        run.spend(thread, master, Spent::Body, 100, 0, entries[thread]);
    }
    run.join(5);
    return pilotReport(run.finish(), costsOf(1), 0.04).unprobed.size();
  };
  // Of each execution 2 ticks; half of the budget are some 2000 of 100000 ticks.
  CHECK(left_out({400, 400, 400, 400}) == 0);
  CHECK(left_out({1600, 0, 0, 0}) == 1);
  CHECK(left_out({800, 0, 0, 0}) == 0);
}

TEST_CASE("a budget that pays for all leaves nothing out") {
  Program program(1000, 10, 1000);
  PilotReport report = pilotReport(program.profile, costsOf(1), 0.5);
  CHECK(report.unprobed.empty());
  CHECK(report.kept == Approx(report.cost));
}

TEST_CASE("the runtime is told the budget, and what the calibration says of probes") {
  Program program(10, 10, 10);
  PilotReport report = pilotReport(program.profile, costsOf(26), 0.005);
  CHECK(report.environment.at("TARE_BUDGET") == "0.5%");
  // Two sides of 26 ns each; of a region its fork, its body and its join.
  CHECK(report.environment.at("TARE_PROBE_COSTS") == "52.0,52.0,156.0");
}

TEST_CASE("a pilot that fails, is too slow or is interrupted ends as an experiment does") {
  struct Case {
    Outcome outcome;
    Ending ending;
    std::string next;
  } ends[] = {{{.exit_status = 3}, Ending::program_failed, "--status 3"},
              {{.exit_status = 143, .signal = 15, .timed_out = true}, Ending::timed_out, "pilot"},
              {{.exit_status = 130, .signal = 2, .interrupted = 2}, Ending::interrupted, ""}};
  for (const Case &one : ends) {
    testing::FakeExperiment experiment;
    experiment.processes.script = [&](const Command &, size_t) {
      testing::Act act;
      act.outcome = one.outcome;
      return act;
    };
    RunSeams seams{experiment.processes, experiment.noise, testing::readFakeWindow,
                   testing::readFakeProfile};
    auto calibrate = [](const std::string &, int) -> Result<ProbeScale::Known> {
      return Error{"not asked for"};
    };
    PilotFlight flight = flyPilot(seams, experiment.setting, {1, 2}, 0.02, calibrate);
    CHECK(flight.end.ending == one.ending);
    CHECK(flight.end.signal == one.outcome.interrupted);
    CHECK_THAT(flight.end.error->next, Contains(one.next));
  }
}

namespace {

/// Every run is one of `program`, 26 ns a probe.
PilotFlight flightOf(testing::FakeExperiment &experiment, const Program &program,
                     const std::vector<int> &threads, double budget) {
  auto profile = [&](const std::string &path) -> Result<Profile> {
    Profile read = program.profile;
    read.path = path;
    return read;
  };
  auto calibrate = [](const std::string &, int) -> Result<ProbeScale::Known> {
    return ProbeScale::Known{.costs = costsOf(26)};
  };
  RunSeams seams{experiment.processes, experiment.noise, testing::readFakeWindow, profile};
  return flyPilot(seams, experiment.setting, threads, budget, calibrate);
}

/// Every run does.
void takeSeconds(testing::FakeExperiment &experiment, double seconds) {
  experiment.processes.script = [=](const Command &, size_t) {
    testing::Act act;
    act.outcome.wall_s = seconds;
    return act;
  };
}

} // namespace

TEST_CASE("if something is left out, each number of threads and one have five pilot runs") {
  testing::FakeExperiment experiment;
  takeSeconds(experiment, 0.1);
  PilotFlight flight = flightOf(experiment, Program(1000, 10, 1000), {4, 2}, 0.02);
  REQUIRE(flight.end.ending == Ending::complete);
  std::vector<std::string> order = {"pi 4", "pi 1", "pi 2"};
  for (int round = 1; round < 5; ++round)
    order.insert(order.end(), {"pi 1", "pi 2", "pi 4"});
  CHECK(experiment.processes.order() == order);
  REQUIRE(flight.runs.size() == order.size());
  std::set<std::string> profiles;
  for (const RunRecord &run : flight.runs) {
    CHECK(startsWith(run.profile, "pilot/runs/"));
    profiles.insert(run.profile);
  }
  CHECK(profiles.size() == order.size());
  CHECK(flight.report.threads == 4);
}

TEST_CASE("of pilots that take long, there is one of each, and more while ten seconds last") {
  auto runs_of = [](double seconds) {
    testing::FakeExperiment experiment;
    takeSeconds(experiment, seconds);
    return flightOf(experiment, Program(1000, 10, 1000), {2}, 0.02).runs.size();
  };
  CHECK(runs_of(60) == 2);
  CHECK(runs_of(4) == 3);
  CHECK(runs_of(0.1) == 10);
}

TEST_CASE("a budget that pays for all takes one pilot run") {
  testing::FakeExperiment experiment;
  PilotFlight flight = flightOf(experiment, Program(1, 1, 1), {4, 2}, 0.9);
  CHECK(flight.report.unprobed.empty());
  CHECK(experiment.processes.order() == std::vector<std::string>{"pi 4"});
}

TEST_CASE("a pilot of another number of threads that fails is none, and no error") {
  testing::FakeExperiment experiment;
  experiment.processes.script = [](const Command &command, size_t) {
    testing::Act act;
    if (testing::FakeProcesses::threads(command) == "1")
      act.outcome = {.exit_status = 3};
    return act;
  };
  PilotFlight flight = flightOf(experiment, Program(1000, 10, 1000), {2}, 0.02);
  CHECK(flight.end.ending == Ending::complete);
  REQUIRE(flight.runs.size() == 5);
  for (const RunRecord &run : flight.runs)
    CHECK(run.threads == 2);
  CHECK(std::ranges::count(experiment.processes.order(), "pi 1") == 1); // it would fail again
}

TEST_CASE("who interrupts the other pilots ends the experiment") {
  testing::FakeExperiment experiment;
  experiment.processes.script = [](const Command &, size_t number) {
    testing::Act act;
    if (number > 1)
      act.outcome = {.exit_status = 130, .signal = 2, .interrupted = 2};
    return act;
  };
  PilotFlight flight = flightOf(experiment, Program(1000, 10, 1000), {2}, 0.02);
  CHECK(flight.end.ending == Ending::interrupted);
  CHECK(flight.end.signal == 2);
}
