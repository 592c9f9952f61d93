// SPDX-License-Identifier: Apache-2.0
// With the true costs the undisturbed run comes back to the tick, wherever what a probe disturbs is
// known: everywhere but in waits for other threads' locks and in the choice of who runs a task.
#include "tests/alone.h"
#include "trial.h"

using namespace tare;
using namespace tare::test;

namespace {

void checkExact(const Features &features) {
  forPrograms(features, 12, [&](const Trial &trial, Random &) {
    Approximation result = approximate(trial.measured, trial.costs);
    CHECK(timesDiffer(result.profile, trial.truth) == "");
    CHECK(result.unfounded == 0);
    CHECK(result.measured_window == trial.measured.window);
  });
}

} // namespace

TEST_CASE("the simulator records what the runtime would") {
  forPrograms(allFeatures(), 8, [](const Trial &trial, Random &) {
    for (const Profile *profile : {&trial.truth, &trial.measured}) {
      REQUIRE(unsound(*profile) == "");
      REQUIRE(unordered(*profile) == "");
      REQUIRE(negative(*profile) == "");
    }
    REQUIRE(trial.measured.window > trial.truth.window);
  });
}

TEST_CASE("serial code, work, barriers and regions come back exactly") { checkExact({}); }

TEST_CASE("nested regions come back exactly") {
  Features features;
  features.nested = true;
  checkExact(features);
}

TEST_CASE("locks for which nobody has to wait come back exactly") {
  Features features;
  features.own_locks = true;
  checkExact(features);
}

TEST_CASE("iterations with probes around each come back exactly") {
  Features features;
  features.iterations = true;
  checkExact(features);
}

TEST_CASE("what is only counted comes back from what encloses it") {
  SimulatedProgram program = nestedNodes(2, {NodeKind::Parallel, NodeKind::For, NodeKind::Atomic});
  program.nodes[2].treatment = Treatment::Counted;
  Step begin, code, count, end;
  begin.kind = Step::Kind::Begin;
  begin.node = 1;
  code.ticks = 1000;
  count.kind = Step::Kind::Count;
  count.node = 2;
  end.kind = Step::Kind::End;
  std::vector<Steps> all;
  for (uint64_t times : {50, 80}) { // by each thread
    count.units = times;
    all.push_back({begin, code, count, code, end});
  }
  setOnlyPhase(program, std::move(all));
  Random random(1);
  for (double slowdown : {1.1, 2.0, 6.0}) {
    Trial trial = trialOf(random, program, slowdown);
    REQUIRE(trial.costs.of(CostKind::Count).outside.warm > 0);
    Approximation result = approximate(trial.measured, trial.costs);
    CHECK(distance(result.profile, trial.truth) <= 1); // by proportion, in whole ticks
    CHECK(unsound(result.profile) == "");
  }
}

TEST_CASE("statements of serial code come back exactly") {
  Features features;
  features.statements = true;
  features.nested = true;
  checkExact(features);
}

TEST_CASE("a statement too short to be measured comes back from what is around it") {
  SimulatedProgram program = nestedNodes(1, {NodeKind::Loop, NodeKind::Call});
  program.is_serial = true;
  program.nodes[0].serial = program.nodes[1].serial = true;
  Step begin, code, shorter, end;
  begin.kind = Step::Kind::Begin;
  code.ticks = 200000;
  shorter.kind = Step::Kind::Count;
  shorter.node = 1;
  end.kind = Step::Kind::End;
  for (uint64_t times : {100, 50000}) { // it is measured before it is found too short
    shorter.units = times;
    program.initial = {code, begin, code, shorter, end};
    ProbeCosts costs;
    costs.ticks_per_second = 1e9;
    costs.of(CostKind::Serial) = {{20, 20, 20}, {15, 15, 15}};
    costs.of(CostKind::TooShort).outside = {3, 3, 3};
    Profile truth = simulate(program, ProbeCosts()), measured = simulate(program, costs);
    REQUIRE(measured.window - truth.window >= Ticks(3 * times));
    Approximation result = approximate(measured, costs);
    CHECK(result.profile.window == truth.window);
    CHECK(result.unfounded == 0);
    CHECK(unsound(result.profile) == "");
    CHECK(observedCost(measured, costs).direct == double(measured.window - truth.window));
  }
}

namespace {

/// A region and a statement too short to be measured, each in a function of its own, that two loops
/// of main call `times`; a third loop does not.
SimulatedProgram callingProgram(uint64_t times) {
  SimulatedProgram program =
      nestedNodes(2, {NodeKind::Loop, NodeKind::Loop, NodeKind::Loop, NodeKind::Call,
                      NodeKind::Function, NodeKind::Parallel});
  for (uint32_t node = 0; node < 5; ++node) {
    program.nodes[node].parent = -1;
    program.nodes[node].id.ordinal = int(node);
    program.nodes[node].serial = node < 4;
  }
  setOnlyPhase(program, {{}, {}});
  Step fork = program.initial[0], begin, code, shorter, end;
  fork.node = 5;
  auto region = std::make_shared<SimulatedRegion>(*fork.region);
  region->node = 5;
  fork.region = region;
  begin.kind = Step::Kind::Begin;
  code.ticks = 100;
  shorter.kind = Step::Kind::Count;
  shorter.node = 3;
  shorter.units = 2;
  end.kind = Step::Kind::End;
  program.initial = {code};
  for (uint32_t loop : {0, 1, 2}) {
    begin.node = loop;
    program.initial.push_back(begin);
    for (uint64_t i = 0; i < times; ++i) {
      program.initial.push_back(code);
      if (loop < 2) {
        program.initial.push_back(fork);
        program.initial.push_back(shorter);
      }
    }
    program.initial.push_back(end);
  }
  return program;
}

} // namespace

TEST_CASE("what lies around a region of a called function comes back from the caller's loop") {
  SimulatedProgram program = callingProgram(50);
  ProbeCosts costs;
  costs.ticks_per_second = 1e9;
  costs.of(CostKind::RegionFork) = {{60, 60, 60}, {900, 900, 900}};
  costs.of(CostKind::Serial) = {{20, 20, 20}, {15, 15, 15}};
  Profile truth = simulate(program, ProbeCosts()), measured = simulate(program, costs);
  Approximation result = approximate(measured, costs);
  CHECK(timesDiffer(result.profile, truth) == "");
  CHECK(result.unfounded == 0);
  // Where nobody knows of more than one of them, or of none, it still is in serial code.
  for (const OuterNodes &known : {OuterNodes({0}, true), OuterNodes()}) {
    measured.threads[0].nodes[5].statements = measured.threads[0].nodes[3].statements = known;
    result = approximate(measured, costs);
    CHECK(result.profile.window == truth.window);
    CHECK(result.unfounded == 0);
    CHECK(unsound(result.profile) == "");
  }
}

TEST_CASE("the serial program comes back exactly") {
  for (double slowdown : {1.1, 2.0, 6.0})
    for (uint64_t seed = 0; seed < 20; ++seed) {
      INFO(slowdown << " times slower, seed " << seed);
      Random random(seed);
      Trial trial = trialOf(random, serialProgram(random), slowdown);
      REQUIRE(trial.measured.window > trial.truth.window);
      Approximation result = approximate(trial.measured, trial.costs);
      CHECK(timesDiffer(result.profile, trial.truth) == "");
      CHECK(result.unfounded == 0);
    }
}

// The accounts take set-up out of the serial code themselves, if it is still in the profile.
TEST_CASE("set-up of the profile is no time of the program") {
  Random random(1);
  SimulatedProgram program = randomProgram(random, 2, {});
  Trial trial = trialOf(random, program, 2);
  program.setup = 5000;
  Step setup;
  setup.kind = Step::Kind::Setup;
  setup.ticks = 300;
  for (Step &step : program.initial)
    if (step.region) {
      auto changed = std::make_shared<SimulatedRegion>(*step.region);
      changed->phases.back().threads.back().push_back(setup);
      step.region = changed;
    }
  Profile measured = simulate(program, trial.costs);
  Approximation result = approximate(measured, trial.costs);
  const Profile &profile = result.profile;
  CHECK(result.measured_window == measured.window);
  CHECK(profile.window - profile.threads[0].serial_probe_ticks == trial.truth.window);
  CHECK(unsound(profile) == "");
  CHECK(unordered(profile) == "");
  for (const ProfileThread &thread : profile.threads)
    CHECK(thread.probe_ticks == 0);
}

// A task of another unit than its region may be the first that a thread meets of that unit.
TEST_CASE("set-up in the wait in which a thread runs tasks is no time of the program either") {
  SimulatedProgram program = nestedNodes(2, {NodeKind::Parallel, NodeKind::Task});
  Step create;
  create.kind = Step::Kind::Create;
  create.node = 1;
  create.ticks = 100;
  create.task = 5000;
  setOnlyPhase(program, {{create}, {}});
  Random random(1);
  Trial trial = trialOf(random, program, 2);
  create.setup = 300;
  setOnlyPhase(program, {{create}, {}});
  Profile measured = simulate(program, trial.costs);
  REQUIRE(measured.window == trial.measured.window + 300);
  Approximation result = approximate(measured, trial.costs);
  CHECK(result.profile.window == approximate(trial.measured, trial.costs).profile.window);
  CHECK(unsound(result.profile) == "");
  for (const ProfileThread &thread : result.profile.threads)
    CHECK(thread.probe_ticks == 0);
}

// A record's entries end at 65535; the cells go on.
TEST_CASE("more executions in one segment than a record can count") {
  for (uint64_t times : {65534, 65535, 65536, 200000}) {
    INFO(times << " times");
    Random random(times);
    SimulatedProgram program = randomProgram(random, 2, {});
    auto loop = uint32_t(program.nodes.size());
    program.nodes.push_back(program.nodes.front());
    program.nodes.back().id.ordinal = int(loop);
    program.nodes.back().kind = NodeKind::Single;
    program.nodes.back().parent = 0;
    for (Step &step : program.initial)
      if (step.region) {
        auto changed = std::make_shared<SimulatedRegion>(*step.region);
        Steps &way = changed->phases.front().threads.front();
        for (uint64_t i = 0; i < times; ++i)
          for (Step::Kind kind : {Step::Kind::Begin, Step::Kind::Code, Step::Kind::End}) {
            Step one;
            one.kind = kind;
            one.node = loop;
            one.ticks = kind == Step::Kind::Code ? 20 : 0;
            way.push_back(one);
          }
        step.region = changed;
        break;
      }
    ProbeCosts costs;
    for (CostKind kind : {CostKind::Work, CostKind::Barrier, CostKind::RegionFork})
      costs.of(kind) = {{15, 15, 15}, {10, 10, 10}};
    Profile truth = simulate(program, ProbeCosts()), measured = simulate(program, costs);
    Approximation result = approximate(measured, costs);
    CHECK(timesDiffer(result.profile, truth) == "");
    CHECK(result.unfounded == 0);
  }
}

TEST_CASE("more nested regions in one segment than a record can count") {
  for (uint64_t times : {65535, 65536, 100000}) {
    INFO(times << " times");
    SimulatedProgram program = nestedNodes(1, {NodeKind::Parallel, NodeKind::Parallel});
    auto inner = std::make_shared<SimulatedRegion>();
    inner->node = 1;
    inner->start = {20};
    inner->phases.push_back({0, {{}}, {10}});
    Step code, fork;
    code.ticks = 30;
    fork.kind = Step::Kind::Region;
    fork.node = 1;
    fork.region = inner;
    Steps way;
    for (uint64_t i = 0; i < times; ++i)
      way.insert(way.end(), {code, fork});
    setOnlyPhase(program, {way});
    ProbeCosts costs;
    for (CostKind kind : {CostKind::RegionFork, CostKind::RegionBody, CostKind::RegionJoin})
      costs.of(kind).inside = {15, 15, 15};
    costs.of(CostKind::RegionFork).outside = {25, 25, 25};
    program.initial.insert(program.initial.begin(), code);
    Profile truth = simulate(program, ProbeCosts()), measured = simulate(program, costs);
    Approximation result = approximate(measured, costs);
    CHECK(timesDiffer(result.profile, truth) == "");
    CHECK(result.unfounded == 0);
  }
}
