// SPDX-License-Identifier: Apache-2.0
// Executions of a region that are put into one: starting the team gives way to a barrier.
#include "analyzer/books/conservation.h"
#include "analyzer/whatif/scenario_run.h"
#include "catch.hpp"
#include "tests/whatif/modelled_program.h"

using namespace tare;
using namespace tare::test;

namespace {

/// Regions whose threads start at once, or late: `fork` ticks after the fork.
Profile runOf(Ticks serial) {
  ModelledProgram program;
  program.serial = serial;
  program.times = 10;
  program.regions = {{.repeated = 1000, .loops = {{.costs = std::vector<Ticks>(8, 100)}}}};
  Profile profile = runModelled(program, {.threads = 2});
  profile.ticks_per_second = 1e9;
  return profile;
}

std::shared_ptr<const MeasuredMachine> machineWith(double barrier_s) {
  MeasuredMachine machine;
  MeasuredTeam team;
  team.setting = {2, 2, Waiting::AsMeasured, false};
  for (bool alone : {false, true})
    team.curve(MeetingKind::Barrier, alone) = {{1e-6, {barrier_s, 0}}, {1e-3, {barrier_s, 0}}};
  machine.teams = {team};
  return std::make_shared<const MeasuredMachine>(machine);
}

ScenarioRun inOneRegion(const Profile &profile, std::shared_ptr<const MeasuredMachine> machine) {
  ConstructChange change;
  change.kind = ConstructChange::Kind::OneRegion;
  for (const ProfileModule &module : profile.modules)
    for (const Node &node : module.tree.nodes)
      if (node.kind == NodeKind::Parallel)
        change.constructs.insert(node.id.text());
  Scenario scenario;
  scenario.changes = {change};
  RunKnowledge knowledge;
  knowledge.cores = 2;
  knowledge.machine = std::move(machine);
  return predictRun(profile, Teams(profile), scenario, knowledge).value();
}

Ticks forksOf(const Profile &profile) {
  Ticks most = 0;
  for (const ProfileThread &thread : profile.threads)
    most = std::max(most, thread.sum(Spent::Fork).ticks);
  return most;
}

} // namespace

TEST_CASE("in one region a barrier takes the place of each fork") {
  Profile profile = runOf(10000); // longer than what may need no barrier
  Ticks forks = forksOf(profile);
  REQUIRE(forks > 0);
  ScenarioRun free = inOneRegion(profile, machineWith(0));
  CHECK(forksOf(*free.profile) == 0);
  CHECK(free.profile->window == profile.window - forks);
  CHECK(checkConservation(*free.profile, *free.teams).ok());
  ScenarioRun dear = inOneRegion(profile, machineWith(1));
  CHECK(dear.profile->window == profile.window);
  CHECK(dear.doubt == 0);
}

TEST_CASE("where hardly anything lies between the executions, or the machine is not known, the doubt "
          "holds both") {
  for (bool is_known : {true, false}) {
    Profile profile = runOf(is_known ? 100 : 10000);
    Ticks forks = forksOf(profile);
    ScenarioRun run = inOneRegion(profile, is_known ? machineWith(1) : nullptr);
    CHECK(forksOf(*run.profile) >= forks * 3 / 4 - 10);
    CHECK(run.profile->window < profile.window);
    CHECK(run.doubt > 0);
    CHECK(checkConservation(*run.profile, *run.teams).ok());
  }
}
