// SPDX-License-Identifier: Apache-2.0
// What threads wait for while one creates the tasks, by what the tasks' clauses say.
#include "analyzer/perturbation/task_sharing.h"
#include "catch.hpp"
#include "directive.h"

using namespace tare;

namespace {

/// Two threads: one is busy for 2000 ticks and creates the tasks, the other runs ten of 10 ticks
/// each and is idle for 1000 between them. Of the creation the probes took 1500 ticks. Returns what
/// the other may be idle without them.
Ticks idleWithoutProbes(const std::string &directive) {
  Node task;
  task.kind = NodeKind::Task;
  task.treatment = Treatment::Measured;
  test::setDirective(task, directive);
  Profile profile;
  profile.modules.resize(1);
  profile.modules[0].tree.nodes.push_back(task);
  SpentList none, bodies = {{100, 0, Spent::Body, 10, 10}};
  Ticks less[4] = {1500, 0, 0, 0}, most_idle[2] = {1000, 1000};
  TaskWorker creator, other;
  creator.spent = creator.in_wait = other.spent = &none;
  other.in_wait = &bodies;
  creator.then.creation = 1;
  other.then.bodies = 100;
  other.then.executed = 10;
  creator.busy = 2000;
  other.idle = 1000;
  creator.less = &less[0], creator.wait_less = &less[1], creator.most_idle = &most_idle[0];
  other.less = &less[2], other.wait_less = &less[3], other.most_idle = &most_idle[1];
  const TaskWorker team[] = {creator, other};
  TaskSharing(profile).share(team);
  return most_idle[1];
}

} // namespace

TEST_CASE("threads wait for their only creator of tasks, unless tasks depend on others") {
  Ticks starved = idleWithoutProbes("task");
  CHECK(starved < 1000);
  for (const char *free : {"task if(depends_on)", "task firstprivate(depend)", "task mergeable"})
    CHECK(idleWithoutProbes(free) == starved);
  for (const char *bound : {"task depend(in: a)", "task if(n) depend(inout : a[0 : n])"})
    CHECK(idleWithoutProbes(bound) == 1000);
}
