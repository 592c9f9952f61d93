// SPDX-License-Identifier: Apache-2.0
// Every single change to what the runtime recorded must be caught: an event dropped, doubled or
// given to the wrong node. A check that lets one pass proves nothing by closing.
#include "analyzer/accounts/close.h"
#include "analyzer/books/balance_run.h"
#include "catch.hpp"
#include "fake_run.h"
#include "tests/alone.h"

#include <functional>

using namespace tare;
using namespace tare::test;

namespace {

// Two regions, a loop with a barrier, a single, a critical, a serial loop in region code.
Profile recorded() {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "a");
  uint32_t loop = run.node(NodeKind::For, "b", true);
  uint32_t single = run.node(NodeKind::Single, "c");
  uint32_t critical = run.node(NodeKind::Critical, "d");
  for (int repeat = 0; repeat < 2; ++repeat) {
    run.serial(700);
    run.fork(region, {5, 9});
    run.spend(0, region, Spent::Body, 30);
    run.spend(1, region, Spent::Body, 31);
    run.spend(0, loop, Spent::Body, 400, 4);
    run.spend(1, loop, Spent::Body, 600, 6);
    run.barrier(loop, {3, 4});
    run.spend(1, single, Spent::Body, 120, 1);
    run.barrier(single, {2, 2});
    run.spend(0, critical, Spent::Wait, 7);
    run.spend(0, critical, Spent::Body, 50);
    run.spend(1, critical, Spent::Wait, 57);
    run.spend(1, critical, Spent::Body, 50);
    run.join(6);
  }
  run.serial(100);
  return run.finish();
}

// Tasks: created by a single, run at its barrier by both threads and at the region's end by one.
Profile recordedTasks() {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "a");
  uint32_t single = run.node(NodeKind::Single, "b");
  uint32_t task = run.node(NodeKind::Task, "c");
  uint32_t taskwait = run.node(NodeKind::Taskwait, "d");
  run.serial(500);
  run.fork(region, {5, 9});
  run.spend(0, single, Spent::Body, 40, 1);
  run.spend(0, task, Spent::Creation, 12);
  run.spend(0, taskwait, Spent::Wait, 8);
  run.taskInWait(0, task, 570, 100);
  run.fetchInWait(0, task, 3);
  run.taskInWait(1, task, 550, 60);
  run.taskInWait(1, task, 615, 70);
  run.barrier(single, {2, 3});
  run.spend(1, task, Spent::Creation, 4);
  run.taskInWait(1, task, 720, 33);
  run.join(6);
  run.serial(100);
  return run.finish();
}

bool caught(const Profile &profile) {
  KeyTable keys;
  std::vector<int> of = keys.add(profile);
  Result<BalancedRun> run = balanceRun(profile, 2, keys, of);
  return !run.ok() && run.error().disagreement;
}

struct Mutation {
  const char *name;
  std::function<void(Profile &)> apply;
};

std::vector<Segment> &log(Profile &p, int thread) { return p.threads[thread].log; }

const std::vector<Mutation> mutations = {
    {"segment dropped", [](Profile &p) { log(p, 0).erase(log(p, 0).begin() + 1); }},
    {"segment doubled", [](Profile &p) { log(p, 1).push_back(log(p, 1)[1]); }},
    {"last segment of a worker dropped", [](Profile &p) { log(p, 1).pop_back(); }},
    {"join dropped", [](Profile &p) { log(p, 0).pop_back(); }},
    {"spent record dropped",
     [](Profile &p) { log(p, 0)[0].spent.erase(log(p, 0)[0].spent.begin() + 1); }},
    {"spent record doubled",
     [](Profile &p) { log(p, 0)[0].spent.push_back(log(p, 0)[0].spent[1]); }},
    {"spent record at the wrong node", [](Profile &p) { log(p, 0)[0].spent[2].node = 2; }},
    {"spent record in the wrong state",
     [](Profile &p) { log(p, 1)[2].spent[0].kind = Spent::Body; }},
    {"time moved between two spent records",
     [](Profile &p) {
       log(p, 0)[0].spent[1].ticks += 11;
       log(p, 0)[0].spent[2].ticks -= 11;
     }},
    {"an entry missed by the log", [](Profile &p) { log(p, 0)[0].spent[2].entries -= 1; }},
    {"an entry told twice", [](Profile &p) { log(p, 1)[2].spent[1].entries += 1; }},
    {"an entry told of another node",
     [](Profile &p) {
       log(p, 0)[0].spent[2].entries -= 1;
       log(p, 0)[2].spent[0].entries += 1;
     }},
    {"an entry missed by a cell",
     [](Profile &p) { p.threads[1].nodes[3].cells[Spent::Body].entries -= 1; }},
    {"an entry of a wait that no sentence tells",
     [](Profile &p) { p.threads[0].nodes[2].cells[Spent::Wait].entries += 1; }},
    {"a join missed by a cell",
     [](Profile &p) { p.threads[0].nodes[0].cells[Spent::Wait].entries = 1; }},
    {"arrival shifted", [](Profile &p) { log(p, 0)[0].arrive += 1; }},
    {"leave shifted", [](Profile &p) { log(p, 1)[0].leave += 1; }},
    {"barrier at the wrong node", [](Profile &p) { log(p, 1)[1].barrier_node = 1; }},
    {"segment given to the other thread",
     [](Profile &p) {
       log(p, 0).push_back(log(p, 1)[1]);
       log(p, 1).erase(log(p, 1).begin() + 1);
     }},
    {"segment of another region instance", [](Profile &p) { log(p, 1)[1].instance = 2; }},
    {"cell event dropped",
     [](Profile &p) { p.threads[0].nodes[1].cells[Spent::Body].ticks -= 400; }},
    {"cell event doubled",
     [](Profile &p) { p.threads[1].nodes[2].cells[Spent::Body].ticks += 120; }},
    {"cell event at the wrong node",
     [](Profile &p) {
       p.threads[0].nodes[1].cells[Spent::Body].ticks -= 400;
       p.threads[0].nodes[2].cells[Spent::Body].ticks += 400;
     }},
    {"cell event on the wrong thread",
     [](Profile &p) {
       p.threads[0].nodes[1].cells[Spent::Body].ticks -= 400;
       p.threads[1].nodes[1].cells[Spent::Body].ticks += 400;
     }},
    {"serial time dropped", [](Profile &p) { p.threads[0].serial_ticks -= 100; }},
    {"serial time doubled", [](Profile &p) { p.threads[0].serial_ticks += 700; }},
    {"region's team area dropped", [](Profile &p) { p.threads[0].nodes[0].area /= 2; }},
    {"team smaller than it was", [](Profile &p) { p.threads[0].nodes[0].missing += 10; }},
    {"worker's time inside dropped", [](Profile &p) { p.threads[1].nodes[0].inside -= 9; }},
    {"window longer than its events", [](Profile &p) { p.window += 1; }},
};

const std::vector<Mutation> task_mutations = {
    {"tasks in a wait dropped", [](Profile &p) { log(p, 0)[0].in_wait.clear(); }},
    {"tasks after the region's end dropped", [](Profile &p) { log(p, 1)[1].in_wait.clear(); }},
    {"a task in a wait doubled",
     [](Profile &p) { log(p, 1)[0].in_wait.push_back(log(p, 1)[0].in_wait[0]); }},
    {"a task in a wait at the wrong node", [](Profile &p) { log(p, 1)[0].in_wait[0].node = 1; }},
    {"a task in a wait on the other thread",
     [](Profile &p) { std::swap(log(p, 0)[0].in_wait, log(p, 1)[0].in_wait); }},
    {"a task in a wait in the wrong state",
     [](Profile &p) { log(p, 0)[0].in_wait[0].kind = Spent::Creation; }},
    {"a task taken for fetching one",
     [](Profile &p) { log(p, 0)[0].in_wait[0].kind = Spent::TaskGap; }},
    {"fetching longer than the wait", [](Profile &p) { log(p, 0)[0].in_wait[1].ticks += 3; }},
    {"a task told as before its wait",
     [](Profile &p) {
       log(p, 0)[0].spent.push_back(log(p, 0)[0].in_wait[0]);
       log(p, 0)[0].in_wait.clear();
     }},
    {"one of the tasks in a wait not told",
     [](Profile &p) { log(p, 1)[0].in_wait[0].entries = 1; }},
    {"a creation told twice", [](Profile &p) { log(p, 1)[1].spent[0].entries += 1; }},
    {"a task's cell dropped",
     [](Profile &p) { p.threads[1].nodes[2].cells[Spent::Body].ticks -= 33; }},
    {"a creation dropped",
     [](Profile &p) { p.threads[0].nodes[2].cells[Spent::Creation].ticks -= 12; }},
    {"a creation given to the work of the task",
     [](Profile &p) {
       p.threads[0].nodes[2].cells[Spent::Creation].ticks -= 12;
       p.threads[0].nodes[2].cells[Spent::Body].ticks += 12;
     }},
    {"a task after the region's end not counted as inside",
     [](Profile &p) { p.threads[1].nodes[0].inside -= 33; }},
};

} // namespace

TEST_CASE("an unchanged run passes, or the mutations below would prove nothing") {
  for (const Profile &profile : {recorded(), recordedTasks()}) {
    KeyTable keys;
    std::vector<int> of = keys.add(profile);
    Result<BalancedRun> run = balanceRun(profile, 2, keys, of);
    INFO((run.ok() ? "" : run.error().text()));
    CHECK(run.ok());
  }
}

TEST_CASE("every mutation of the event stream is caught") {
  for (const Mutation &mutation : mutations) {
    Profile profile = recorded();
    mutation.apply(profile);
    INFO(mutation.name);
    CHECK(caught(profile));
  }
}

TEST_CASE("a record that holds as many entries as it can stands for as many or more") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "a");
  uint32_t critical = run.node(NodeKind::Critical, "b");
  run.fork(region, {1, 1});
  run.spend(0, critical, Spent::Body, 900000, 0, 70000);
  run.join(1);
  Profile profile = run.finish();
  REQUIRE(log(profile, 0)[0].spent[1].entries == SpentTime::most);
  CHECK_FALSE(caught(profile));
  profile.threads[0].nodes[critical].cells[Spent::Body].entries = SpentTime::most - 1;
  CHECK(caught(profile));
}

TEST_CASE("what is only counted has entries that no log tells of") {
  Profile profile = recorded();
  ProfileCell &body = profile.threads[0].nodes[3].cells[Spent::Body];
  body.entries += 5;
  CHECK(caught(profile));
  profile.modules[0].tree.nodes[3].treatment = Treatment::Counted;
  CHECK_FALSE(caught(profile));
}

TEST_CASE("every mutation of what is told of tasks is caught") {
  for (const Mutation &mutation : task_mutations) {
    Profile profile = recordedTasks();
    mutation.apply(profile);
    INFO(mutation.name);
    CHECK(caught(profile));
  }
}
