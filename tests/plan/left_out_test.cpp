// SPDX-License-Identifier: Apache-2.0
// What a plan names is left out, with what could not be measured rightly without it, and no more.
#include "catch.hpp"
#include "instrumenter/clang/directive_kinds.h"
#include "instrumenter/rewrite/rules.h"

using namespace tare;

namespace {

/// A unit with one function, one construct after the other, each inside an earlier one.
class Unit {
public:
  int add(const std::string &name, int parent = -1) {
    Construct made;
    made.name = name;
    made.kind = kindOfDirective(name);
    made.parent = parent;
    made.loop_body = {10, 20};
    made.node = addNode(made.kind);
    if (NodeKind half = innerHalf(name); half != NodeKind::Other)
      made.inner_node = addNode(half);
    constructs.push_back(made);
    return int(constructs.size()) - 1;
  }

  void leaveOut(int construct) { name(constructs[size_t(construct)].node); }
  void leaveOutHalf(int construct) { name(constructs[size_t(construct)].inner_node); }

  Unprobed found() const { return unprobedBy(plan, constructs, nodes); }
  std::vector<Verdict> verdicts() const { return decide(constructs, plan, "clang", found()); }

  std::vector<Construct> constructs;
  std::vector<Node> nodes;
  Plan plan = fullPlan();

private:
  int addNode(NodeKind kind) {
    Node node;
    node.kind = kind;
    node.id = {"a.c", "f", kindName(kind), int(nodes.size())};
    nodes.push_back(node);
    return int(nodes.size()) - 1;
  }
  void name(int node) { plan.unprobed_nodes[nodes[size_t(node)].id.text()] = "too short"; }
};

} // namespace

TEST_CASE("a construct that is named has no probes, its neighbours have theirs") {
  for (const char *name : {"for", "single", "master", "critical", "ordered", "barrier", "taskwait",
                           "taskgroup", "atomic", "scope"}) {
    INFO(name);
    Unit unit;
    int region = unit.add("parallel");
    int named = unit.add(name, region), other = unit.add(name, region);
    unit.leaveOut(named);
    auto verdicts = unit.verdicts();
    CHECK(verdicts[size_t(named)].action == Action::LeaveAlone);
    CHECK(verdicts[size_t(named)].treatment == Treatment::Unprobed);
    CHECK(verdicts[size_t(named)].reason == "too short");
    CHECK(verdicts[size_t(other)].action != Action::LeaveAlone);
    CHECK(verdicts[size_t(region)].action == Action::Region);
    CHECK(verdicts[size_t(region)].hides == (name != std::string("atomic")));
  }
}

TEST_CASE("the body of a taskgroup is code of what is around it, and so is what it hides") {
  Unit unit;
  int region = unit.add("parallel"), group = unit.add("taskgroup", region);
  unit.leaveOut(unit.add("critical", group));
  auto verdicts = unit.verdicts();
  CHECK(verdicts[size_t(region)].hides);
  CHECK_FALSE(verdicts[size_t(group)].hides);
}

TEST_CASE("a loop of region code that has no probes is code of what is around it") {
  for (bool spins : {false, true}) {
    Unit unit;
    int region = unit.add("parallel"), loop = unit.add("for", region);
    unit.constructs[size_t(loop)].kind = NodeKind::Loop;
    unit.constructs[size_t(loop)].is_spin = spins;
    unit.leaveOut(loop);
    auto verdicts = unit.verdicts();
    CHECK(verdicts[size_t(loop)].action == Action::LeaveAlone);
    CHECK(verdicts[size_t(region)].hides == spins); // what spins waits
  }
}

TEST_CASE("a region stays, whatever a plan says") {
  Unit unit;
  int region = unit.add("parallel"), outside = unit.add("target");
  unit.leaveOut(region);
  unit.leaveOut(outside);
  auto verdicts = unit.verdicts();
  CHECK(verdicts[0].action == Action::Region);
  CHECK(verdicts[1].action == Action::RegionOutside);
}

TEST_CASE("the worksharing half of a combined region goes, the region and its split stay") {
  for (const char *name : {"parallel for", "parallel sections", "parallel master"}) {
    INFO(name);
    Unit unit;
    int region = unit.add(name);
    unit.leaveOutHalf(region);
    Verdict verdict = unit.verdicts()[size_t(region)];
    CHECK(verdict.action == Action::SplitRegion);
    CHECK(verdict.treatment == Treatment::Measured);
    CHECK(verdict.half == Treatment::Unprobed);
    CHECK(verdict.half_reason == "too short");
    CHECK_FALSE(verdict.count_iterations);
    CHECK(verdict.hides);
  }
}

TEST_CASE("with one task all of its region, those of other regions are measured") {
  Unit unit;
  int region = unit.add("parallel"), single = unit.add("single", region);
  int named = unit.add("task", single), sister = unit.add("task", single);
  int loop = unit.add("taskloop", region);
  int other = unit.add("parallel"), elsewhere = unit.add("task", other);
  unit.leaveOut(named);
  auto verdicts = unit.verdicts();
  for (int i : {named, sister, loop})
    CHECK(verdicts[size_t(i)].treatment == Treatment::Unprobed);
  CHECK(verdicts[size_t(named)].reason == "too short");
  CHECK(verdicts[size_t(sister)].reason != "too short");
  CHECK_FALSE(verdicts[size_t(sister)].reason.empty());
  CHECK(verdicts[size_t(elsewhere)].action == Action::Task);
  CHECK(verdicts[size_t(region)].opaque == opaque_tasks);
  CHECK(verdicts[size_t(other)].opaque.empty());
}

TEST_CASE("with a task outside the text of a region all of the unit") {
  Unit unit;
  int named = unit.add("task"), other = unit.add("task");
  int region = unit.add("parallel"), inside = unit.add("task", region);
  unit.leaveOut(named);
  auto verdicts = unit.verdicts();
  CHECK(verdicts[size_t(other)].treatment == Treatment::Unprobed);
  CHECK(verdicts[size_t(inside)].treatment == Treatment::Unprobed);
  CHECK(verdicts[size_t(region)].opaque == opaque_tasks);
}

TEST_CASE("inside a task that is left out nothing is measured, up to a region of its own") {
  Unit unit;
  int region = unit.add("parallel"), task = unit.add("task", region);
  int lock = unit.add("critical", task), wait = unit.add("taskwait", task);
  int nested = unit.add("parallel", task), loop = unit.add("for", nested);
  int outside = unit.add("critical", region);
  unit.leaveOut(task);
  auto verdicts = unit.verdicts();
  CHECK(verdicts[size_t(lock)].treatment == Treatment::Unprobed);
  CHECK(verdicts[size_t(wait)].treatment == Treatment::Unprobed);
  CHECK(verdicts[size_t(nested)].action == Action::Region);
  CHECK(verdicts[size_t(loop)].action == Action::Work);
  CHECK(verdicts[size_t(outside)].action == Action::Lock);
}

TEST_CASE("waits of a region that says something else of itself may hide tasks all the same") {
  Unit unit;
  int region = unit.add("parallel"), task = unit.add("task", region);
  int wait = unit.add("taskwait", region), group = unit.add("taskgroup", region);
  unit.constructs[size_t(region)].has_cancel = true;
  unit.leaveOut(task);
  auto verdicts = unit.verdicts();
  CHECK(verdicts[size_t(region)].opaque == "cancel");
  CHECK(verdicts[size_t(wait)].opaque == opaque_tasks);
  CHECK(verdicts[size_t(group)].opaque == opaque_tasks);
}

TEST_CASE("with one section all of them, for what is between sections is scheduling") {
  Unit unit;
  int region = unit.add("parallel"), sections = unit.add("sections", region);
  int named = unit.add("section", sections), other = unit.add("section", sections);
  int more = unit.add("sections", region), theirs = unit.add("section", more);
  unit.leaveOut(named);
  auto verdicts = unit.verdicts();
  for (int i : {sections, named, other})
    CHECK(verdicts[size_t(i)].treatment == Treatment::Unprobed);
  CHECK(verdicts[size_t(more)].action == Action::Work);
  CHECK(verdicts[size_t(theirs)].action == Action::Body);
  Unit combined;
  int both = combined.add("parallel sections"), section = combined.add("section", both);
  combined.leaveOut(section);
  CHECK(combined.verdicts()[size_t(both)].half == Treatment::Unprobed);
}

TEST_CASE("an untied task that is left out needs no care at its scheduling points") {
  Unit unit;
  int region = unit.add("parallel"), task = unit.add("task", region);
  WrittenClause untied;
  untied.name = untied.text = "untied";
  unit.constructs[size_t(task)].clauses = {untied};
  int wait = unit.add("taskwait", task);
  unit.constructs[size_t(wait)].task = task;
  unit.leaveOut(task);
  auto verdicts = unit.verdicts();
  CHECK(verdicts[size_t(wait)].leaves_task == -1);
  CHECK(verdicts[size_t(wait)].action == Action::LeaveAlone);
}

TEST_CASE("an identity that no construct has changes nothing") {
  Unit unit;
  int region = unit.add("parallel"), task = unit.add("task", region);
  unit.plan.unprobed_nodes["a.c#g#task#1"] = "elsewhere";
  CHECK(unit.verdicts()[size_t(task)].action == Action::Task);
}
