// SPDX-License-Identifier: Apache-2.0
// What comes out is a run that could have been, whatever the costs: its books close, its threads
// did what they did in the same order, and nothing happens before what it waits for.
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
  auto region = std::make_shared<SimulatedRegion>();
  region->start = {0, 0};
  Step begin, end, fork;
  begin.kind = Step::Kind::Begin;
  begin.node = 1;
  end.kind = Step::Kind::End;
  auto code = [](Ticks ticks) {
    Step step;
    step.ticks = ticks;
    return step;
  };
  region->phases.push_back({2, {{begin, code(1000)}, {begin, code(900)}}, {5, 5}});
  region->phases.push_back({2, {{code(500)}, {code(800)}}, {5, 5}});
  region->phases.push_back({2, {{code(700)}, {code(600)}}, {5, 5}});
  region->phases.push_back({0, {{end}, {end}}, {5, 5}});
  fork.kind = Step::Kind::Region;
  fork.region = region;
  program.initial = {fork};
  ProbeCosts costs;
  costs.of(CostKind::Work) = {{6, 6, 6}, {4, 4, 4}};
  costs.of(CostKind::Barrier) = {{60, 60, 60}, {40, 40, 40}};
  Profile truth = simulate(program, ProbeCosts());
  Profile result = approximate(simulate(program, costs), costs).profile;
  CHECK(result.window == truth.window);
  for (size_t thread : {0, 1})
    for (size_t node : {0, 1, 2})
      for (int slot : {TARE_SLOT_BODY, TARE_SLOT_WAIT})
        CHECK(result.threads[thread].nodes[node].slots[slot].ticks ==
              truth.threads[thread].nodes[node].slots[slot].ticks);
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
  CHECK(result.threads[0].nodes[1].slots[TARE_SLOT_WAIT].ticks == 205);
  CHECK(result.threads[1].nodes[1].slots[TARE_SLOT_WAIT].ticks == 5);
  CHECK(result.window == 1210);
}
