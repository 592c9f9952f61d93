// SPDX-License-Identifier: Apache-2.0
// What changes nothing: the run comes out as it went in, to the tick.
#include "analyzer/books/conservation.h"
#include "analyzer/thinning/expanded.h"
#include "analyzer/replay/cells.h"
#include "analyzer/whatif/flattened.h"
#include "analyzer/whatif/scenario_run.h"
#include "catch.hpp"
#include "tests/accounts/fake_run.h"
#include "tests/perturbation/random_program.h"

using namespace tare;
using namespace tare::test;

namespace {

Profile runOf(uint64_t seed, const Features &features, int threads = 3) {
  Random random(seed);
  return simulate(randomProgram(random, threads, features), ProbeCosts());
}

void checkSame(const Profile &a, const Profile &b) {
  CHECK(a.window == b.window);
  REQUIRE(a.threads.size() == b.threads.size());
  for (size_t t = 0; t < a.threads.size(); ++t) {
    REQUIRE(a.threads[t].log.size() == b.threads[t].log.size());
    for (size_t i = 0; i < a.threads[t].log.size(); ++i) {
      CHECK(a.threads[t].log[i].open == b.threads[t].log[i].open);
      CHECK(a.threads[t].log[i].arrive == b.threads[t].log[i].arrive);
      CHECK(a.threads[t].log[i].leave == b.threads[t].log[i].leave);
    }
    for (size_t n = 0; n < a.threads[t].nodes.size(); ++n)
      for (Spent kind : logged_kinds)
        CHECK(a.threads[t].nodes[n].cells[kind].ticks == b.threads[t].nodes[n].cells[kind].ticks);
  }
}

Scenario everywhere(const Profile &profile, ConstructChange change) {
  for (const ProfileModule &module : profile.modules)
    for (const Node &node : module.tree.nodes)
      change.constructs.insert(node.id.text());
  Scenario scenario;
  scenario.changes = {std::move(change)};
  return scenario;
}

void checkHolds(const ScenarioRun &run) {
  Result<void> holds = checkConservation(*run.profile, *run.teams);
  INFO((holds.ok() ? "" : holds.error().text()));
  CHECK(holds.ok());
}

} // namespace

TEST_CASE("work that takes one times its time changes nothing") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Features features;
    features.nested = seed % 2;
    features.own_locks = features.shared_locks = seed % 3 == 0;
    features.tasks = seed % 5 == 0;
    features.statements = features.iterations = true;
    Profile profile = runOf(seed, features);
    Teams teams(profile);
    ConstructChange change;
    change.kind = ConstructChange::Kind::Faster;
    change.factor = 1;
    Result<ScenarioRun> run = predictRun(profile, teams, everywhere(profile, change), {});
    REQUIRE(run.ok());
    checkSame(*run.value().profile, profile);
    checkHolds(run.value());
  }
}

TEST_CASE("all of its work k times as fast, and what threads wait for shrinks with it") {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    Features features;
    features.statements = true;
    Profile profile = runOf(seed, features);
    Teams teams(profile);
    ConstructChange change;
    change.factor = 4;
    Result<ScenarioRun> run = predictRun(profile, teams, everywhere(profile, change), {});
    REQUIRE(run.ok());
    CHECK(run.value().profile->window < profile.window);
    checkHolds(run.value());
  }
}

TEST_CASE("statements of serial code that become regions take a p-th of their time") {
  int found = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    Features features;
    features.statements = true;
    Profile profile = runOf(seed, features);
    Ticks serial = 0;
    Scenario scenario;
    ConstructChange change;
    change.kind = ConstructChange::Kind::Parallel;
    for (size_t n = 0; n < profile.modules[0].tree.nodes.size(); ++n)
      if (const Node &node = profile.modules[0].tree.nodes[n]; node.serial) {
        change.constructs.insert(node.id.text());
        serial += profile.threads[0].nodes[n].cells[Spent::Serial].ticks;
      }
    if (serial == 0)
      continue;
    ++found;
    scenario.changes = {change};
    Result<ScenarioRun> run = predictRun(profile, Teams(profile), scenario, {});
    INFO((run.ok() ? "" : run.error().text()));
    REQUIRE(run.ok());
    checkHolds(run.value());
    auto shorter = static_cast<double>(profile.window - run.value().profile->window);
    CHECK(shorter == Approx(static_cast<double>(serial) * 2 / 3).margin(30));
  }
  CHECK(found > 10);
}

TEST_CASE("as many cores as threads change nothing") {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Features features;
    features.own_locks = seed % 2;
    Profile profile = runOf(seed, features);
    Teams teams(profile);
    for (WaitPolicy waiting : {WaitPolicy{}, WaitPolicy{1e9, 0}}) {
      Result<OnCores> shared =
          onCores(profile, teams, {3, seed % 4 == 0, waiting}, [](LogPlace) { return 0; });
      REQUIRE(shared.ok());
      checkSame(shared.value().profile, profile);
    }
  }
}

TEST_CASE("half the cores: the books close, and no time is lost") {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Profile profile = runOf(seed, {}, 4);
    Teams teams(profile);
    Result<OnCores> shared = onCores(profile, teams, {2, false, {}}, [](LogPlace) { return 0; });
    REQUIRE(shared.ok());
    Teams now(shared.value().profile);
    Result<void> holds = checkConservation(shared.value().profile, now);
    INFO((holds.ok() ? "" : holds.error().text()));
    CHECK(holds.ok());
    CHECK(shared.value().profile.window >= profile.window);
    CHECK(shared.value().profile.window <= 2 * profile.window + 4000);
  }
}

TEST_CASE("another number of threads: the books close") {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Features features;
    features.own_locks = features.shared_locks = seed % 3 == 0;
    features.tasks = seed % 2;
    features.statements = features.iterations = true;
    Profile profile = runOf(seed, features);
    Teams teams(profile);
    for (int threads : {1, 2, 3, 5, 8}) {
      Result<Resized> resized = withTeamSize(profile, teams, threads, {});
      REQUIRE(resized.ok());
      const Profile &now = resized.value().profile;
      Teams then(now);
      Result<void> holds = checkConservation(now, then);
      INFO("seed " << seed << ", " << threads << " threads: "
                   << (holds.ok() ? "" : holds.error().text()));
      CHECK(holds.ok());
    }
  }
}

TEST_CASE("where executions are alike a sampled log tells as much as a complete one") {
  Random random(5);
  for (int round = 0; round < 20; ++round) {
    Features features;
    features.own_locks = round % 2;
    Profile all = simulate(repeatingProgram(random, 3, features, 24), ProbeCosts());
    Profile some = all;
    some.log_complete = false;
    some.level_regions = 1;
    for (ProfileThread &thread : some.threads)
      std::erase_if(thread.log, [](const Segment &s) { return s.instance % 3 != 1; });
    Scenario scenario;
    scenario.threads = round % 3 == 0 ? 2 : 6;
    scenario.cores = round % 3 == 1 ? 2 : 0;
    Result<ScenarioRun> from_all = predictRun(all, Teams(all), scenario, {});
    Result<ScenarioRun> from_some = predictRun(some, Teams(some), scenario, {});
    REQUIRE(from_all.ok());
    INFO(scenario.text() << (from_some.ok() ? "" : from_some.error().text()));
    REQUIRE(from_some.ok());
    CHECK(static_cast<double>(from_some.value().profile->window) ==
          Approx(static_cast<double>(from_all.value().profile->window)).epsilon(0.001));
    checkHolds(from_some.value());
    Profile expanded_again =
        expanded(*from_some.value().profile, *from_some.value().teams).profile;
    CHECK(expanded_again.threads[0].sum(Spent::Skipped).ticks == 0);
  }
}

TEST_CASE("nested regions of one thread are part of what is around them") {
  FakeRun run(2);
  uint32_t outer = run.node(NodeKind::Parallel, "outer"), inner = run.node(NodeKind::Parallel, "in");
  run.fork(outer, {0, 0});
  run.spend(0, outer, Spent::Body, 100);
  run.spend(0, inner, Spent::Nested, 60, 1);
  run.spend(1, outer, Spent::Body, 120);
  run.join(4);
  Profile profile = run.finish();
  Segment nested = profile.threads[0].log.front();
  nested.instance = 2;
  nested.depth = 1;
  nested.region_node = nested.barrier_node = inner;
  nested.team_size = 1;
  nested.open = 100;
  nested.arrive = 155;
  nested.leave = 160;
  nested.spent = {{5, inner, Spent::Fork, 0, 1}, {50, inner, Spent::Body, 0, 1}};
  profile.threads[0].log.insert(profile.threads[0].log.begin(), nested);
  REQUIRE(Teams(profile).instances()[1].nested);
  flattenNested(profile);
  REQUIRE(profile.threads[0].log.size() == 1);
  Ticks sum = 0, body = 0;
  for (const SpentTime &record : profile.threads[0].log[0].spent) {
    sum += record.ticks;
    body += record.node == inner && record.kind == Spent::Body ? record.ticks : 0;
  }
  CHECK(sum == 160);
  CHECK(body == 50);
  cellsFromLog(profile);
  Scenario scenario;
  scenario.threads = 4;
  Result<ScenarioRun> more = predictRun(profile, Teams(profile), scenario, {});
  REQUIRE(more.ok());
  checkHolds(more.value());
}

TEST_CASE("what the data cannot answer is refused with the reason") {
  Features features;
  features.nested = true;
  Profile profile = runOf(4, features);
  Teams teams(profile);
  Scenario scenario;
  scenario.threads = 8;
  Result<ScenarioRun> nested = predictRun(profile, teams, scenario, {});
  REQUIRE_FALSE(nested.ok());
  CHECK(nested.error().message.find("nested") != std::string::npos);
  profile.log_complete = false;
  profile.level_barriers = 1;
  CHECK(predictRun(profile, teams, scenario, {}).error().message.find("sampled") !=
        std::string::npos);
  ConstructChange lock;
  lock.kind = ConstructChange::Kind::NoLock;
  lock.place = "x.c:1";
  Scenario none;
  none.changes = {lock};
  Profile other = runOf(5, {});
  Teams other_teams(other);
  Result<ScenarioRun> nothing = predictRun(other, other_teams, none, {});
  REQUIRE_FALSE(nothing.ok());
  CHECK(nothing.error().place == "x.c:1");
}
