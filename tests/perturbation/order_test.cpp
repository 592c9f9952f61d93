// SPDX-License-Identifier: Apache-2.0
// What comes out is a run that could have been, whatever the costs: its books close, its threads
// did what they did in the same order, and nothing happens before what it waits for.
#include "recorder.h"
#include "tests/alone.h"
#include "trial.h"

using namespace tare;
using namespace tare::test;

namespace {

void checkPossible(const Trial &trial, const ProbeCosts &costs) {
  Approximation result = approximate(trial.measured, costs);
  CHECK(unsound(result.profile) == "");
  CHECK(otherEvents(result.profile, trial.measured) == "");
  CHECK(unordered(result.profile) == "");
  CHECK(negative(result.profile) == "");
}

void checkPossible(const Features &features) {
  forPrograms(features, 6, [](const Trial &trial, Random &random) {
    checkPossible(trial, trial.costs);
    checkPossible(trial, wrong(random, trial.costs, 0.5, 1.5));
    checkPossible(trial, wrong(random, trial.costs, 0, 5));
    ProbeCosts interrupted = trial.costs;
    interrupted.interrupted = 0.02;
    interrupted.interruption = 1000;
    checkPossible(trial, interrupted);
    for (double dispersion : {10.0, 1e4}) {
      ProbeCosts by_chance = wrong(random, trial.costs, 0, 5);
      by_chance.dispersion = dispersion;
      checkPossible(trial, by_chance);
    }
  });
}

} // namespace

TEST_CASE("regions and barriers keep their order") { checkPossible(Features{}); }

TEST_CASE("nested regions keep their order") {
  Features features;
  features.nested = true;
  checkPossible(features);
}

TEST_CASE("shared locks keep their order") {
  Features features;
  features.shared_locks = true;
  checkPossible(features);
}

TEST_CASE("tasks keep their order") {
  Features features;
  features.tasks = true;
  checkPossible(features);
}

TEST_CASE("regions timed from outside keep their order") {
  Features features;
  features.opaque = features.statements = true;
  checkPossible(features);
}

TEST_CASE("everything at once keeps its order") { checkPossible(allFeatures()); }

// What its probes take falls into the loop, and the region's own body is empty.
TEST_CASE("barriers in a loop of each thread come back exactly") {
  SimulatedProgram program =
      nestedNodes(2, {NodeKind::Parallel, NodeKind::Loop, NodeKind::Barrier});
  Step begin, end;
  begin.kind = Step::Kind::Begin;
  begin.node = 1;
  end.kind = Step::Kind::End;
  auto code = [](Ticks ticks) {
    Step step;
    step.ticks = ticks;
    return step;
  };
  setPhases(program, {{2, {{begin, code(1000)}, {begin, code(900)}}, {5, 5}},
                      {2, {{code(500)}, {code(800)}}, {5, 5}},
                      {2, {{code(700)}, {code(600)}}, {5, 5}},
                      {0, {{end}, {end}}, {5, 5}}});
  ProbeCosts costs;
  costs.of(CostKind::Work) = {{6, 6, 6}, {4, 4, 4}};
  costs.of(CostKind::Barrier) = {{60, 60, 60}, {40, 40, 40}};
  Profile truth = simulate(program, ProbeCosts());
  Profile result = approximate(simulate(program, costs), costs).profile;
  CHECK(result.window == truth.window);
  for (size_t thread : {0, 1})
    for (size_t node : {0, 1, 2})
      for (Spent kind : {Spent::Body, Spent::Wait})
        CHECK(result.threads[thread].nodes[node].cells[kind].ticks ==
              truth.threads[thread].nodes[node].cells[kind].ticks);
}

// Whoever is late because of its probes is not late in approximated time.
TEST_CASE("another thread is the last one when its probes made the last one late") {
  SimulatedProgram program = nestedNodes(2, {NodeKind::Parallel, NodeKind::Single});
  auto region = std::make_shared<SimulatedRegion>();
  region->start = {0, 0};
  Step work, code, end, fork;
  work.kind = Step::Kind::Begin;
  work.node = 1;
  end.kind = Step::Kind::End;
  code.ticks = 1000;
  Steps probed;
  for (int i = 0; i < 9; ++i)
    probed.insert(probed.end(), {work, end});
  probed.push_back(code);
  code.ticks = 1200;
  region->phases.push_back({1, {probed, {code}}, {5, 5}});
  region->phases.push_back({0, {{}, {}}, {5, 5}});
  fork.kind = Step::Kind::Region;
  fork.region = region;
  program.initial = {fork};
  ProbeCosts costs;
  costs.of(CostKind::Work) = {{60, 60, 60}, {40, 40, 40}};
  Profile measured = simulate(program, costs);
  REQUIRE(measured.threads[0].log[0].arrive == 1900);
  Profile result = approximate(measured, costs).profile;
  const Segment &first = result.threads[0].log[0], &second = result.threads[1].log[0];
  CHECK(first.arrive == 1000);
  CHECK(second.arrive == 1200);
  CHECK(first.leave == 1205);
  CHECK(second.leave == 1205);
  CHECK(result.threads[0].nodes[1].cells[Spent::Wait].ticks == 205);
  CHECK(result.threads[1].nodes[1].cells[Spent::Wait].ticks == 5);
  CHECK(result.window == 1210);
}

// Two threads of the process, one after the other, have the second place. The first one's nested
// region lies in what the second one spent on being forked, or before the barrier that its last
// segment begins with.
TEST_CASE(
    "a nested region of the thread that had the place before is not taken from its successor") {
  std::vector<Node> nodes(3);
  for (Node &node : nodes) {
    node.kind = NodeKind::Parallel;
    node.treatment = Treatment::Measured;
  }
  nodes[0].id = {"simulated.c", "main", "parallel", 0};
  nodes[1].id = {"simulated.c", "inner", "parallel", 0};
  nodes[2].id = {"simulated.c", "inner", "barrier", 0};
  nodes[2].kind = NodeKind::Barrier;
  nodes[2].parent = 1;
  for (bool has_barrier : {false, true}) {
    Recorder run(1, nodes);
    run.thread(2);
    TeamPlace outer{run.nextInstance(), 0, 3, 0, 100}, second{run.nextInstance(), 1, 2, 1, 150},
        first{run.nextInstance(), 1, 1, 1, 200};
    auto segment = [&](size_t thread, const TeamPlace &team, Ticks open, Ticks arrive, Ticks leave,
                       Ticks fork, Ticks nested, bool ends = true) {
      Segment s;
      s.open = open;
      s.arrive = arrive;
      s.leave = leave;
      s.ordinal = open > team.fork;
      s.barrier_node = ends ? team.region : 2;
      bool is_master = thread == 1 ? &team == &first : leave;
      s.is_last = ends;
      s.is_master = is_master;
      Doings spent;
      if (fork)
        addTo(spent, team.region, Spent::Fork, fork, 1);
      if (nested)
        addTo(spent, 1, Spent::Nested, nested, 1, 1);
      addTo(spent, team.region, Spent::Body, arrive - open - fork - nested, 1);
      run.segment(thread, team, s, spent, {});
    };
    segment(1, first, 200, 390, 400, 0, 0);
    segment(1, outer, 100, 500, 0, 10, 200);
    if (has_barrier) {
      segment(1, second, 150, 650, 700, 450, 0, false); // starts at 600
      segment(2, second, 150, 690, 700, 0, 0, false);
    }
    Ticks open = has_barrier ? 700 : 150;
    segment(1, second, open, 800, 0, has_barrier ? 0 : 450, 0);
    segment(2, second, open, 810, 820, 0, 0);
    segment(2, outer, 100, 850, 0, 10, 670);
    segment(0, outer, 100, 870, 900, 0, 0);
    run.thread(0).serial_ticks = 200;
    Profile measured = run.finish(1000);
    REQUIRE(unsound(measured).empty());
    ProbeCosts costs;
    for (ProbeCost &cost : costs.costs)
      cost.inside = cost.outside = {5, 5, 5};
    Profile result = approximate(measured, costs).profile;
    CHECK(unsound(result).empty());
    CHECK(result.window < measured.window);
    CHECK(result.threads[1].log[1].spent[1].ticks < 200);
  }
}

// A log has the segment first: it was written when its thread arrived. What lies in a region in a
// wait lies in that region.
TEST_CASE("a nested region of a task that ran in a wait shortens that task") {
  SimulatedProgram program =
      nestedNodes(1, {NodeKind::Parallel, NodeKind::Task, NodeKind::Parallel, NodeKind::Parallel});
  Recorder run(1, program.nodes);
  TeamPlace outer{run.nextInstance(), 0, 1, 0, 100}, inner{run.nextInstance(), 2, 1, 1, 320},
      innermost{run.nextInstance(), 3, 1, 2, 330};
  auto segment = [](const TeamPlace &team, Ticks arrive, Ticks leave) {
    Segment s;
    s.is_last = s.is_master = true;
    s.open = team.fork;
    s.arrive = arrive;
    s.leave = leave;
    s.barrier_node = team.region;
    return s;
  };
  Doings created, ran, nested, deepest;
  addTo(created, 0, Spent::Body, 100, 1);
  addTo(ran, 1, Spent::Body, 200, 1, 1);
  addTo(ran, 2, Spent::Nested, 280, 1, 1);
  addTo(nested, 2, Spent::Body, 170, 1);
  addTo(nested, 3, Spent::Nested, 100, 1, 1);
  addTo(deepest, 3, Spent::Body, 100, 1);
  Segment whole = segment(outer, 200, 710);
  whole.first_task = 220;
  whole.last_task = 700;
  run.segment(0, outer, whole, created, ran);
  run.segment(0, innermost, segment(innermost, 430, 430), deepest, {});
  run.segment(0, inner, segment(inner, 590, 600), nested, {});
  run.thread(0).serial_ticks = 390;
  Profile measured = run.finish(1000);
  REQUIRE(unsound(measured) == "");
  ProbeCosts costs;
  costs.of(CostKind::RegionBody).inside = {50, 50, 50};
  Profile result = approximate(measured, costs).profile;
  CHECK(unsound(result) == "");
  CHECK(result.threads[0].log[2].spent[1].ticks == 50);
  CHECK(result.threads[0].log[0].in_wait[1].ticks == 180);
}
