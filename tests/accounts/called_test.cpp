// SPDX-License-Identifier: Apache-2.0
// What is told of a construct by what it was executed in, across calls: atomic constructs in
// functions that it calls, the teams of regions inside other ones.
#include "analyzer/accounts/experiment.h"
#include "analyzer/tables/account.h"
#include "analyzer/tables/nested_teams.h"
#include "catch.hpp"
#include "closed_repetition.h"
#include "fake_run.h"

#include <algorithm>

using namespace tare;
using namespace tare::test;

namespace {

enum { CALLING_REGION, CALLING_LOOP, OTHER_LOOP, ADD, ATOMIC, NODES };

/// Two loops of a region, and a function with an atomic construct, executed in `outer`.
Profile program(const OuterNodes &outer) {
  FakeRun run(2);
  run.node(NodeKind::Parallel, "");
  run.node(NodeKind::For, "", true);
  run.node(NodeKind::For, "other", true);
  run.node(NodeKind::Function, "add");
  run.node(NodeKind::Atomic, "");
  run.describe(CALLING_LOOP).parent = run.describe(OTHER_LOOP).parent = CALLING_REGION;
  run.describe(ATOMIC).parent = ADD;
  run.describe(ATOMIC).place.line = 4;
  run.describe(ATOMIC).treatment = Treatment::Counted;
  run.fork(CALLING_REGION, {0, 0});
  for (size_t i = 0; i < 2; ++i) {
    run.spend(i, CALLING_LOOP, Spent::Body, 1000000 + 1000 * Ticks(i), 10);
    run.spend(i, OTHER_LOOP, Spent::Body, 1000000 + 1000 * Ticks(i), 10);
  }
  run.join(0);
  Profile profile = run.finish();
  for (ProfileThread &thread : profile.threads) {
    ProfileNode &atomic = thread.nodes[ATOMIC];
    atomic.cells[Spent::Body].entries = atomic.cells[Spent::Body].units = 500;
    atomic.outer = outer;
  }
  return profile;
}

Table tableOf(const Profile &profile) {
  Result<Ledger> ledger = account(alone(profile));
  if (!ledger.ok())
    FAIL(ledger.error().text());
  return ledger.value().tables[0];
}

ConstructLines constructOf(const Table &table, const std::string &kind) {
  for (const ConstructLines &construct : table.constructs)
    if (construct.id == "fake.c#main#" + kind + "#0")
      return construct;
  FAIL("no " + kind);
  return {};
}

} // namespace

TEST_CASE("atomic constructs of a function are those of the construct that calls it") {
  Table table = tableOf(program({CALLING_LOOP}));
  CHECK(constructOf(table, "for").atomics == 1000);
  CHECK(constructOf(table, "for").atomics_called == 1000);
  CHECK(constructOf(table, "for").atomics_at == "fake.c:4");
  CHECK(constructOf(table, "for").atomics_there == 1000);
  CHECK(constructOf(table, "forother").atomics == 0);
  CHECK(constructOf(table, "forother").atomics_at.empty());
}

TEST_CASE("of a function that several constructs call, nobody knows which executed how many") {
  for (const OuterNodes &outer :
       {OuterNodes{CALLING_LOOP, OTHER_LOOP}, OuterNodes({CALLING_LOOP}, true)}) {
    Table table = tableOf(program(outer));
    CHECK(constructOf(table, "for").atomics == 0);
    CHECK(constructOf(table, "forother").atomics == 0);
  }
}

TEST_CASE("atomic constructs in the text of a construct have no place of their own") {
  Profile profile = program({CALLING_LOOP});
  profile.modules[0].tree.nodes[ATOMIC].parent = CALLING_LOOP;
  Table table = tableOf(profile);
  CHECK(constructOf(table, "for").atomics == 1000);
  CHECK(constructOf(table, "for").atomics_called == 0);
  CHECK(constructOf(table, "for").atomics_at.empty());
}

TEST_CASE("a construct's own atomic constructs are told from those that it calls") {
  Profile profile = program({CALLING_LOOP});
  Node own = profile.modules[0].tree.nodes[ATOMIC];
  own.id.path = "own.c";
  own.parent = CALLING_LOOP;
  profile.modules[0].tree.nodes.push_back(own);
  for (ProfileThread &thread : profile.threads) {
    thread.nodes.resize(NODES + 1);
    ProfileNode &atomic = thread.nodes[NODES];
    atomic.cells[Spent::Body].entries = atomic.cells[Spent::Body].units = 2000;
  }
  ConstructLines loop = constructOf(tableOf(profile), "for");
  CHECK(loop.atomics == 5000);
  CHECK(loop.atomics_called == 1000);
  CHECK(loop.atomics_at == "fake.c:4");
  CHECK(loop.atomics_there == 1000);
}

TEST_CASE("calls that come back to where they began are counted once") {
  Profile profile = program({CALLING_LOOP});
  for (ProfileThread &thread : profile.threads)
    thread.nodes[CALLING_REGION].outer = {CALLING_LOOP};
  CHECK(constructOf(tableOf(profile), "for").atomics == 1000);
}

TEST_CASE("a construct names the region that it lies in, by text or by calls") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t other = run.node(NodeKind::Parallel, "other");
  uint32_t loop = run.node(NodeKind::Loop, "");
  uint32_t called = run.node(NodeKind::Loop, "called");
  run.describe(loop).parent = static_cast<int>(region);
  auto regions = [&](const OuterNodes &callers) {
    Profile profile = run.finish();
    profile.threads.resize(1);
    profile.threads[0].nodes.resize(4);
    profile.threads[0].nodes[called].outer = callers;
    KeyTable keys;
    keys.add(profile);
    Table table;
    for (uint32_t node : {region, loop, called})
      table.constructs.emplace_back().id = run.describe(node).id.text();
    fillNestedTeams(table, {}, keys);
    return std::vector{table.constructs[0].region, table.constructs[1].region,
                       table.constructs[2].region};
  };
  std::string id = run.describe(region).id.text();
  CHECK(regions({region}) == std::vector<std::string>{"", id, id});
  CHECK(regions({region, other}) == std::vector<std::string>{"", id, ""});
}

TEST_CASE("threads of the teams of a region that lies in another one") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t nested = run.node(NodeKind::Parallel, "nested");
  uint32_t single = run.node(NodeKind::Single, "");
  run.describe(single).parent = static_cast<int>(nested);
  auto team = [&](bool is_nested, Ticks area) {
    Repetition repetition;
    Profile profile = run.finish();
    profile.threads.resize(1);
    profile.threads[0].nodes.resize(3);
    profile.threads[0].nodes[region].span = profile.threads[0].nodes[nested].span = 100;
    profile.threads[0].nodes[region].area = 200;
    profile.threads[0].nodes[nested].area = area;
    if (is_nested)
      profile.threads[0].nodes[nested].outer = {region};
    repetition.instrumented.profile = std::make_shared<const Profile>(profile);
    Table table;
    for (uint32_t node : {region, nested, single})
      table.constructs.emplace_back().id = run.describe(node).id.text();
    KeyTable keys;
    keys.add(profile);
    fillNestedTeams(table, {repetition}, keys);
    std::vector<double> teams;
    for (const ConstructLines &construct : table.constructs)
      teams.push_back(construct.nested_team);
    return teams;
  };
  CHECK(team(true, 100) == std::vector<double>{0, 1, 1});
  CHECK(team(true, 150) == std::vector<double>{0, 1.5, 1.5});
  CHECK(team(false, 100) == std::vector<double>{0, 0, 0});
}
