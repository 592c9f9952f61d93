// SPDX-License-Identifier: Apache-2.0
// Which figure of the one record is held against which of the other.
#include "bench/witness/cross_check.h"
#include "catch.hpp"
#include "directive.h"
#include "runtime/profile_format.h"

namespace tare {
namespace {

enum { region = 0, loop, critical, lock, unlock, barrier, task, taskwait, nodes };

Node makeNode(NodeKind kind, const char *directive) {
  Node node;
  node.id = {"x.c", "f", kindName(kind), 0};
  node.kind = kind;
  test::setDirective(node, directive);
  node.treatment = Treatment::Measured;
  node.counted_iterations = true;
  return node;
}

/// One thread, p = 2, a window of 10000 ticks.
struct Runs {
  Profile profile;
  Witness witness;

  Runs() {
    NodeTree tree;
    tree.nodes = {
        makeNode(NodeKind::Parallel, "parallel"),   makeNode(NodeKind::For, "for"),
        makeNode(NodeKind::Critical, "critical"),   makeNode(NodeKind::Lock, "omp_set_lock"),
        makeNode(NodeKind::Lock, "omp_unset_lock"), makeNode(NodeKind::Barrier, "barrier"),
        makeNode(NodeKind::Task, "task"),           makeNode(NodeKind::Taskwait, "taskwait")};
    profile.modules.push_back({0, tree});
    profile.pid = witness.pid = 7;
    profile.clock = witness.clock = TARE_CLOCK_TSC;
    profile.window = 10000;
    profile.threads_asked = 2;
    profile.ticks_per_second = 1e9;
    profile.threads.resize(1);
    profile.threads[0].nodes.resize(nodes);
    witness.threads.resize(1);
    witness.finished = true;
  }
  ProfileCell &cell(int node, Spent kind) { return profile.threads[0].nodes[node].cells[kind]; }
  Node &node(int index) { return profile.modules[0].tree.nodes[index]; }
  void tell(tare_wt_state state, int64_t ticks, uint64_t entries) {
    witness.threads[0].states[state] = {ticks, entries};
  }
  CheckedFigure figure(const char *name) const {
    Result<CrossCheck> check = crossCheck(profile, witness);
    REQUIRE(check.ok());
    REQUIRE(check.value().figure(name));
    return *check.value().figure(name);
  }
};

} // namespace

TEST_CASE("what a plan left out only OMPT has seen") {
  Runs runs;
  runs.cell(barrier, Spent::Wait) = {70, 2, 0};
  CHECK(runs.figure("barrier waits").reason.empty());
  runs.node(critical).treatment = Treatment::Unprobed;
  CHECK(runs.figure("barrier waits").reason == "OMPT also sees what the plan left out");
}

TEST_CASE("barrier waits are those inside and those at the region's end, workers' included") {
  Runs runs;
  runs.cell(region, Spent::Wait) = {100, 1, 0};
  runs.cell(barrier, Spent::Wait) = {40, 3, 0};
  runs.profile.threads[0].nodes[region].area = 900;
  runs.profile.threads[0].nodes[region].inside = 700;
  runs.tell(TARE_WT_BARRIER, 41, 3);
  runs.tell(TARE_WT_REGION_END, 298, 2);
  CHECK(runs.figure("barrier waits").probes == 340);
  CHECK(runs.figure("barrier waits").ompt == 339);
  CHECK(runs.figure("barriers inside regions").probes == 3);
  CHECK(runs.figure("barriers inside regions").ompt == 3);
}

TEST_CASE("the first fork starts the runtime, of which OMPT tells nothing") {
  Runs runs;
  runs.cell(region, Spent::Fork) = {1000, 4, 0};
  runs.cell(loop, Spent::Serial) = {5000, 2, 0}; // of no region
  runs.tell(TARE_WT_FORK, 110, 3);
  runs.tell(TARE_WT_START, 20, 1);
  CHECK_FALSE(runs.figure("forks after the first").reason.empty());
  Segment first;
  first.instance = 1;
  first.region_node = region;
  first.spent = {{890, region, Spent::Fork, 1}};
  runs.profile.threads[0].log.push_back(first);
  CHECK(runs.figure("forks after the first").reason.empty());
  CHECK(runs.figure("forks after the first").probes == 110);
  CHECK(runs.figure("forks after the first").ompt == 110);
  CHECK(runs.figure("threads started in regions").ompt == 4);
}

TEST_CASE("a copyprivate's barriers are those that the runtime calls its own") {
  Runs runs;
  runs.cell(barrier, Spent::Wait) = {40, 2, 0};
  runs.tell(TARE_WT_INNER_BARRIER, 41, 4);
  CHECK(runs.figure("barrier waits").ompt ==
        0); // of reductions, which are not waits of the program
  test::setDirective(runs.node(barrier), "single copyprivate(q)");
  CHECK(runs.figure("barrier waits").ompt == 41);
  CHECK_FALSE(runs.figure("barriers inside regions").reason.empty());
}

TEST_CASE("giving a lock back is in its wait, but is no acquisition") {
  Runs runs;
  runs.cell(critical, Spent::Wait) = {50, 5, 0};
  runs.cell(lock, Spent::Wait) = {30, 4, 0};
  runs.cell(unlock, Spent::Wait) = {2, 4, 0};
  runs.tell(TARE_WT_CRITICAL, 49, 5);
  runs.tell(TARE_WT_LOCK, 31, 4);
  CHECK(runs.figure("lock waits").probes == 82);
  CHECK(runs.figure("lock waits").ompt == 80);
  CHECK(runs.figure("acquisitions of locks").probes == 9);
  CHECK(runs.figure("acquisitions of locks").ompt == 9);
  CHECK(runs.figure("barrier waits").probes == 0);
}

TEST_CASE("creation by tasks is in OMPT's time of tasks, by count") {
  Runs runs;
  runs.cell(task, Spent::Body) = {1000, 8, 8};
  runs.cell(task, Spent::Creation) = {80, 8, 0};
  runs.witness.threads[0].counts[TARE_WT_CREATED] = 8;
  runs.witness.threads[0].counts[TARE_WT_COMPLETED] = 8;
  CHECK(runs.figure("tasks' time").probes == 1000);
  runs.witness.threads[0].counts[TARE_WT_CREATED_IN_TASK] = 6;
  CHECK(runs.figure("tasks' time").probes == 1060);
  CHECK(runs.figure("tasks").probes == 8);
  CHECK(runs.figure("tasks").ompt == 8);
}

TEST_CASE("what cannot be compared says why") {
  Runs runs;
  runs.cell(loop, Spent::Body) = {10, 1, 1};
  CHECK(runs.figure("iterations of loops").reason == "this runtime does not tell of chunks");
  runs.witness.threads[0].counts[TARE_WT_CHUNKS] = 1;
  CHECK(runs.figure("iterations of loops").reason.empty());
  runs.node(loop).counted_iterations = false;
  CHECK_FALSE(runs.figure("iterations of loops").reason.empty());
  CHECK(runs.figure("barrier waits").reason.empty());
  runs.node(loop).treatment = Treatment::Outside;
  CHECK_FALSE(runs.figure("barrier waits").reason.empty());
  runs.cell(loop, Spent::Body) = {}; // it is there, but was not met
  CHECK(runs.figure("barrier waits").reason.empty());
}

TEST_CASE("regions that only OMPT can see make nothing comparable") {
  Runs runs;
  SECTION("of the program's own threads") { runs.profile.foreign_regions = 1; }
  SECTION("that a budget left out") { runs.cell(region, Spent::Skipped) = {10, 1, 0}; }
  Result<CrossCheck> check = crossCheck(runs.profile, runs.witness);
  REQUIRE(check.ok());
  for (const CheckedFigure &figure : check.value().figures)
    CHECK_FALSE(figure.reason.empty());
}

TEST_CASE("waits of the user's own, and untied tasks, are not what OMPT calls work or waiting") {
  Runs runs;
  runs.node(critical).kind = NodeKind::Spin;
  CHECK(runs.figure("loops' time").reason.empty());
  runs.cell(critical, Spent::Wait) = {50, 5, 0};
  CHECK_FALSE(runs.figure("loops' time").reason.empty());
  CHECK(runs.figure("barrier waits").probes == 0);
  test::setDirective(runs.node(task), "task untied");
  runs.cell(task, Spent::Body) = {10, 1, 1};
  for (const char *name : {"barrier waits", "tasks' time", "waits for tasks"})
    CHECK_FALSE(runs.figure(name).reason.empty());
  CHECK(runs.figure("tasks").reason.empty());
}

TEST_CASE("records of different runs or clocks are refused") {
  Runs runs;
  runs.witness.pid = 8;
  CHECK_FALSE(crossCheck(runs.profile, runs.witness).ok());
  runs.witness.pid = 7;
  runs.witness.clock = TARE_CLOCK_MONOTONIC_NS;
  CHECK_FALSE(crossCheck(runs.profile, runs.witness).ok());
}

TEST_CASE("times agree within 5 % of the figure or 0.3 % of the area, counts when they are equal") {
  CrossCheck check;
  check.area = 100000;
  auto of = [&](bool is_time, int64_t probes, int64_t ompt) {
    return agreement({"x", is_time, probes, ompt, ""}, check);
  };
  CHECK(of(true, 100000, 95000) == Agreement::Agrees);
  CHECK(of(true, 100000, 94999) == Agreement::Differs);
  CHECK(of(true, 100, 400) == Agreement::Agrees);
  CHECK(of(true, 100, 401) == Agreement::Differs);
  CHECK(of(false, 7, 7) == Agreement::Agrees);
  CHECK(of(false, 1000, 1001) == Agreement::Differs);
  check.tool_ticks = 301;
  CHECK(of(true, 100, 401) == Agreement::WithinToolCost);
  CHECK(of(true, 100, 402) == Agreement::Differs);
  CHECK(of(false, 1000, 1001) == Agreement::Differs);
  CHECK(agreement({"x", false, 1, 2, "for a reason"}, check) == Agreement::NotCompared);
}

} // namespace tare
