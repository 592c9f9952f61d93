// SPDX-License-Identifier: Apache-2.0
// Instances that are alike: whatever was left out of them comes back to the tick.
#include "analyzer/books/balance_run.h"
#include "analyzer/thinning/expanded.h"
#include "catch.hpp"
#include "chooser.h"
#include "tests/alone.h"
#include "tests/perturbation/checks.h"
#include "tests/perturbation/simulated_program.h"

using namespace tare;
using namespace tare::test;

namespace {

Features features() {
  Features some;
  some.nested = some.own_locks = some.shared_locks = some.tasks = some.iterations = true;
  return some;
}

/// Calls `check(complete, random)` for programs of one region that does the same 40 times.
template <class Check> void forAlike(const Check &check) {
  for (int threads : {1, 2, 4})
    for (uint64_t seed = 0; seed < 12; ++seed) {
      INFO(threads << " threads, seed " << seed);
      Random random(seed * 10 + uint64_t(threads));
      check(simulate(repeatingProgram(random, threads, features(), 40), ProbeCosts()), random);
    }
}

Choices byChance(const Profile &complete, Random &random, uint64_t unlogged_percent) {
  Choices choices(outermostCount(complete), Choice::LeaveOut);
  choices[random.below(choices.size())] = Choice::Measure;
  for (Choice &choice : choices)
    if (random.percent(20))
      choice = random.percent(unlogged_percent) ? Choice::Unlogged : Choice::Measure;
  return choices;
}

bool anyLogged(const Choices &choices) {
  return std::count(choices.begin(), choices.end(), Choice::Measure) > 0;
}

} // namespace

TEST_CASE("the fake of the runtime makes profiles that close") {
  forAlike([](const Profile &complete, Random &random) {
    Choices all(outermostCount(complete), Choice::Measure);
    CHECK(cellsDiffer(choose(complete, all), complete) == "");
    Profile thinned = choose(complete, rows(complete, random, 8));
    CHECK(unsound(thinned) == "");
    CHECK(skipsInstances(thinned));
    CHECK(!skipsInstances(complete));
  });
}

TEST_CASE("of instances that are alike, those that were measured tell all, to the tick") {
  forAlike([](const Profile &complete, Random &random) {
    for (size_t row : {2, 7, 64}) {
      Expansion all = expanded(choose(complete, rows(complete, random, row)));
      CHECK(cellsDiffer(all.profile, complete) == "");
      CHECK(unsound(all.profile) == "");
    }
  });
}

TEST_CASE("so they do if the choice is without any order, and the log lacks some of them") {
  forAlike([](const Profile &complete, Random &random) {
    for (uint64_t unlogged : {0, 50}) {
      Choices choices = byChance(complete, random, unlogged);
      if (!anyLogged(choices))
        continue;
      Expansion all = expanded(choose(complete, choices));
      CHECK(cellsDiffer(all.profile, complete) == "");
      CHECK(unsound(all.profile) == "");
    }
  });
}

TEST_CASE("so does each group of the others without one") {
  forAlike([](const Profile &complete, Random &random) {
    Profile thinned = choose(complete, rows(complete, random, 5));
    for (int group = 0; group < stand_in_groups; ++group)
      CHECK(cellsDiffer(expanded(thinned, group).profile, complete, 1) == "");
  });
}

TEST_CASE("the only measured instance stands for all") {
  forAlike([](const Profile &complete, Random &random) {
    for (size_t place : {size_t(0), outermostCount(complete) - 1}) {
      Choices choices(outermostCount(complete), Choice::LeaveOut);
      choices[place] = Choice::Measure;
      Expansion all = expanded(choose(complete, choices), int(random.below(stand_in_groups)));
      CHECK(cellsDiffer(all.profile, complete) == "");
      REQUIRE(all.skipped.size() == 1);
      CHECK(all.skipped[0].stand_ins == 1);
      CHECK(all.skipped[0].instances == 39);
    }
  });
}

TEST_CASE("a first instance that is slow does not count again") {
  Node parallel;
  parallel.kind = NodeKind::Parallel;
  parallel.treatment = Treatment::Measured;
  SimulatedProgram program;
  program.threads = 2;
  program.nodes = {parallel};
  for (int i = 0; i < 50; ++i) {
    auto region = std::make_shared<SimulatedRegion>();
    region->start = {i == 0 ? 9000 : 10, i == 0 ? 9500 : 15};
    Step code;
    code.ticks = 100;
    region->phases = {{0, {{code}, {code}}, {5, 0}}};
    Step fork;
    fork.kind = Step::Kind::Region;
    fork.region = region;
    program.initial.push_back(fork);
  }
  Profile complete = simulate(program, ProbeCosts());
  Random random(3);
  for (size_t row : {4, 10}) {
    Profile all = expanded(choose(complete, rows(complete, random, row))).profile;
    CHECK(cellsDiffer(all, complete) == "");
  }
}

TEST_CASE("counts that a record cannot hold come from the thread's cell") {
  Random random(5);
  SimulatedProgram program = repeatingProgram(random, 1, {}, 10);
  Profile complete = simulate(program, ProbeCosts());
  // Of one region code between is counted: as many units as entries times 10000.
  Profile thinned = choose(complete, rows(complete, random, 4));
  ProfileCell &body = thinned.threads[0].nodes[1].cells[Spent::Body];
  uint64_t measured = 0;
  for (Segment &segment : thinned.threads[0].log)
    for (SpentTime &record : segment.spent)
      if (record.node == 1 && record.kind == Spent::Body) {
        record.units = SpentTime::most;
        measured += 1;
      }
  if (measured == 0)
    return;
  body.units = 1000000 * measured;
  Profile all = expanded(thinned).profile;
  uint64_t instances = 0;
  for (const Segment &segment : complete.threads[0].log)
    for (const SpentTime &record : segment.spent)
      instances += record.node == 1 && record.kind == Spent::Body;
  double units = double(all.threads[0].nodes[1].cells[Spent::Body].units);
  CHECK(units == Approx(1e6 * double(instances)).epsilon(0.2));
}
