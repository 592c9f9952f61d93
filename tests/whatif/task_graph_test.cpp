// SPDX-License-Identifier: Apache-2.0
// Graphs of tasks from events of programs of known truth, and what the simulation makes of them.
#include "analyzer/whatif/task_simulation.h"
#include "catch.hpp"
#include "tests/whatif/task_program.h"

#include <algorithm>
#include <chrono>
#include <numeric>

using namespace tare;
using namespace tare::test;

namespace {

using Does = TaskStep::Kind;

TaskTexts textsWith(Ticks creation) {
  TaskTexts texts;
  texts.creation = [creation](uint32_t) { return creation; };
  return texts;
}

TaskGraph graphOf(const ExecutedTasks &executed, Ticks creation = 0) {
  std::vector<TaskStream> streams = executed.streams();
  Result<TaskGraph> graph = TaskGraph::of(streams, textsWith(creation));
  INFO((graph.ok() ? "" : graph.error().text()));
  REQUIRE(graph.ok());
  return std::move(graph).value();
}

TaskPolicy greedy(Ticks create = 0, Ticks fetch = 0) {
  TaskPolicy policy;
  policy.waits = TaskPolicy::Waits::Anything;
  policy.others = {create, fetch};
  return policy;
}

TaskPolicy policyOf(const TaskRules &rules) {
  TaskPolicy policy;
  if (rules.one_queue) {
    policy = TaskPolicy::libgomp(1);
    policy.most_queued = std::numeric_limits<size_t>::max();
  }
  policy.others = {rules.create, rules.fetch};
  return policy;
}

TaskProgram programOf(Random &random, int round, size_t roots) {
  switch (round % 4) {
  case 0:
    return recursiveTasks(random, roots, 4, true);
  case 1:
    return loopOfTasks(random, roots, 1 + random.below(60));
  case 2:
    return recursiveTasks(random, roots, 4, false);
  default:
    return anyTasks(random, roots, 5 + random.below(200));
  }
}

Ticks makespan(const TaskGraph &graph, size_t threads, const TaskPolicy &policy) {
  return simulateTasks(graph, {threads}, policy).makespan;
}

Ticks allWork(const TaskRun &run) {
  Ticks work = 0;
  for (const TaskRun::Thread &thread : run.threads)
    work += thread.implicit + thread.tasks;
  return work;
}

} // namespace

TEST_CASE("a graph has the work that was done, and each task in its place") {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    TaskRules rules{1 + random.below(6), random.ticks(30), random.ticks(30), random.percent(50)};
    TaskProgram program = programOf(random, round, 1 + random.below(rules.threads));
    TaskGraph graph = graphOf(execute(program, rules), rules.create);
    REQUIRE(graph.work() == program.work());
    REQUIRE(graph.explicitTasks() == program.tasks.size() - program.roots);
    REQUIRE(graph.roots().size() == rules.threads);
    Ticks sum = 0;
    for (uint32_t task = 0; task < graph.tasks().size(); ++task) {
      const GraphTask &of = graph.tasks()[task];
      sum += graph.workOf(task);
      REQUIRE(graph.steps()[of.last_step].kind == Does::End);
      if (graph.isRoot(task))
        continue;
      const GraphTask &parent = graph.tasks()[of.parent];
      REQUIRE(of.parent < task);
      REQUIRE(of.last <= parent.last);
      REQUIRE(of.depth == (graph.isRoot(of.parent) ? 0 : parent.depth + 1));
    }
    REQUIRE(sum == graph.work());
  }
}

TEST_CASE("the order in which threads come changes nothing") {
  Random random(2);
  for (int round = 0; round < 40; ++round) {
    TaskRules rules{2 + random.below(4), 5, 5, false};
    ExecutedTasks executed = execute(programOf(random, round, rules.threads), rules);
    std::vector<TaskStream> streams = executed.streams();
    TaskGraph graph = graphOf(executed);
    std::ranges::reverse(streams);
    Result<TaskGraph> other = TaskGraph::of(streams, textsWith(0));
    REQUIRE(other.ok());
    REQUIRE(other.value().tasks().size() == graph.tasks().size());
    for (size_t threads : {1, 3, 8})
      REQUIRE(makespan(other.value(), threads, greedy(3, 4)) ==
              makespan(graph, threads, greedy(3, 4)));
  }
}

TEST_CASE("one thread takes the work and the costs, and without end of threads the longest chain") {
  Random random(3);
  for (int round = 0; round < 120; ++round) {
    TaskRules rules{1 + random.below(4), random.ticks(20), random.ticks(20), round % 2 == 1};
    TaskGraph graph = graphOf(execute(programOf(random, round, rules.threads), rules), rules.create);
    TaskPolicy as_run = policyOf(rules), as_untied = greedy(rules.create, rules.fetch);
    TaskBounds bounds = boundsOf(graph, as_run);
    REQUIRE(bounds.work == graph.work());
    for (const TaskPolicy &policy : {as_run, as_untied}) {
      TaskRun one = simulateTasks(graph, {1}, policy);
      REQUIRE(one.makespan == bounds.work + bounds.costs);
      REQUIRE(allWork(one) == bounds.work);
      REQUIRE(makespan(graph, graph.tasks().size() + 1, policy) == bounds.span);
    }
  }
}

TEST_CASE("a greedy schedule keeps the bounds of Graham and Brent") {
  Random random(4);
  for (int round = 0; round < 150; ++round) {
    TaskRules rules{1 + random.below(4), 10, 10, false};
    TaskGraph graph = graphOf(execute(programOf(random, round, rules.threads), rules), rules.create);
    Ticks create = random.ticks(20), fetch = random.ticks(20);
    for (auto queues : {TaskPolicy::Queues::Own, TaskPolicy::Queues::One}) {
      TaskPolicy policy = greedy(create, fetch);
      policy.queues = queues;
      TaskBounds bounds = boundsOf(graph, policy);
      Ticks all = bounds.work + bounds.costs, before = 0;
      for (size_t p = rules.threads; p < 20; p = p * 3 / 2 + 1) {
        TaskRun run = simulateTasks(graph, {p}, policy);
        auto q = static_cast<Ticks>(p);
        REQUIRE(run.makespan >= std::max((all + q - 1) / q, bounds.span));
        REQUIRE(run.makespan <= all / q + bounds.span + 1);
        REQUIRE(allWork(run) == bounds.work);
        if (before > 0) // more threads: later by the longest chain at most
          REQUIRE(run.makespan <= before + bounds.span);
        before = run.makespan;
        for (const TaskRun::Thread &thread : run.threads)
          REQUIRE(thread.busy() <= run.makespan);
      }
    }
  }
}

TEST_CASE("a run is simulated as it was, to the tick") {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    TaskRules rules{1 + random.below(6), random.ticks(30), random.ticks(30), random.percent(50)};
    TaskProgram program = programOf(random, round, 1 + random.below(rules.threads));
    ExecutedTasks executed = execute(program, rules);
    INFO(round << ": " << rules.threads << " threads, one queue: " << rules.one_queue);
    TaskRun run = simulateTasks(graphOf(executed, rules.create), {rules.threads}, policyOf(rules));
    CHECK(run.makespan == executed.makespan);
    for (size_t t = 0; t < rules.threads; ++t)
      CHECK(run.threads[t].own_end == executed.arrive[t] - executed.begin);
  }
}

TEST_CASE("a run tells what another number of threads takes, to the tick") {
  Random random(11);
  for (int round = 0; round < 100; ++round) {
    TaskRules then{1 + random.below(6), random.ticks(30), random.ticks(30), random.percent(50)};
    TaskRules now = then;
    now.threads = 1 + random.below(8);
    TaskProgram program = programOf(random, round, 1);
    TaskGraph graph = graphOf(execute(program, then), then.create);
    INFO(round << ": " << then.threads << " to " << now.threads << " threads");
    CHECK(makespan(graph, now.threads, policyOf(now)) == execute(program, now).makespan);
  }
}

TEST_CASE("a cutoff of 0 gives the serial time, and deeper ones what the deeper tasks leave") {
  Random random(6);
  for (int round = 0; round < 60; ++round) {
    TaskRules rules{1 + random.below(3), 10, 10, false};
    TaskGraph graph = graphOf(execute(recursiveTasks(random, 1, 5, round % 2 == 0), rules), 10);
    for (TaskPolicy policy : {policyOf(rules), greedy(10, 10)}) {
      policy.nodes[1] = policy.others;
      policy.nodes[1].cutoff = 0;
      REQUIRE(boundsOf(graph, policy).costs == 0);
      REQUIRE(makespan(graph, 1, policy) == graph.work());
      REQUIRE(makespan(graph, 7, policy) == graph.work());
      Ticks costs = 0;
      for (uint32_t depth = 1; depth < 7; ++depth) {
        policy.nodes[1].cutoff = depth;
        auto kept = std::ranges::count_if(graph.tasks(), [&](const GraphTask &t) {
          return t.depth < depth && t.node == 1;
        });
        TaskBounds bounds = boundsOf(graph, policy);
        REQUIRE(bounds.costs == 20 * kept);
        REQUIRE(bounds.costs >= costs);
        costs = bounds.costs;
        REQUIRE(makespan(graph, 1, policy) == bounds.work + costs);
        REQUIRE(makespan(graph, 4, policy) >= bounds.span);
      }
    }
  }
}

TEST_CASE("work of one construct is faster, and the others' stays") {
  Random random(7);
  TaskRules rules{2, 0, 0, false};
  TaskGraph graph = graphOf(execute(anyTasks(random, 2, 300), rules));
  TaskPolicy policy;
  policy.nodes[2].faster = std::numeric_limits<double>::infinity();
  Ticks rest = 0;
  for (uint32_t task = 0; task < graph.tasks().size(); ++task)
    rest += graph.tasks()[task].node == 2 ? 0 : graph.workOf(task);
  CHECK(boundsOf(graph, policy).work == rest);
  CHECK(makespan(graph, 1, policy) == rest);
}

TEST_CASE("a full queue lets the creator run its task") {
  Random random(8);
  TaskGraph graph = graphOf(execute(loopOfTasks(random, 1, 500), {4, 0, 0, false}));
  TaskPolicy policy = greedy();
  policy.most_queued = 0;
  CHECK(makespan(graph, 1, policy) == graph.work());
  CHECK(makespan(graph, 4, policy) >= graph.work() / 4);
  CHECK(makespan(graph, 4, policy) < graph.work() / 2);
}

TEST_CASE("a task that the runtime ran at once may wait in a queue another time") {
  TaskProgram program;
  program.roots = 1;
  program.add(0);
  for (int i = 0; i < 4; ++i) {
    uint32_t child = program.add(1);
    program.then(0, 10, Does::RunAtOnce, child);
    program.then(child, 1000, Does::End);
  }
  program.then(0, 0, Does::End);
  ExecutedTasks executed = execute(program, {1, 0, 0, false});
  std::vector<TaskStream> streams = executed.streams();
  for (bool by_text : {true, false}) {
    TaskTexts texts;
    texts.may_run_at_once = [&](uint32_t) { return by_text; };
    Result<TaskGraph> graph = TaskGraph::of(streams, texts);
    REQUIRE(graph.ok());
    CHECK(makespan(graph.value(), 4, TaskPolicy::libomp()) == (by_text ? 4040 : 1040));
  }
}

TEST_CASE("broken events are refused, each with its reason") {
  Random random(9);
  TaskRules rules{3, 4, 5, false};
  ExecutedTasks whole = execute(anyTasks(random, 3, 40), rules);
  auto refused = [](const ExecutedTasks &executed) {
    std::vector<TaskStream> streams = executed.streams();
    Result<TaskGraph> graph = TaskGraph::of(streams, {});
    if (graph.ok()) {
      simulateTasks(graph.value(), {3}, TaskPolicy::libomp());
      return std::string();
    }
    return graph.error().message;
  };
  REQUIRE(refused(whole).empty());
  auto without = [&](EventKind kind) {
    ExecutedTasks broken = whole;
    for (std::vector<Event> &events : broken.events)
      if (auto found = std::ranges::find(events, kind, &Event::kind); found != events.end()) {
        events.erase(found);
        break;
      }
    return refused(broken);
  };
  for (EventKind kind : {EventKind::TaskCreated, EventKind::TaskBegun, EventKind::TaskEnded,
                         EventKind::TaskWaits, EventKind::TaskGoesOn})
    CHECK_THAT(without(kind), Catch::Contains("contradict each other"));
  for (int round = 0; round < 3000; ++round) { // anything: an answer or a reason, and an end
    ExecutedTasks broken = whole;
    for (uint64_t n = 1 + random.below(3); n > 0; --n) {
      std::vector<Event> &events = broken.events[random.below(3)];
      Event &event = events[random.below(events.size())];
      switch (random.below(8)) {
      case 0:
        event.tick = static_cast<Ticks>(random.next());
        break;
      case 1:
        event.object = broken.events[random.below(3)].front().object;
        break;
      case 2:
        event.object = random.below(4) * random.next();
        break;
      case 3:
        event.peer = event.object;
        break;
      case 4:
        event.kind = static_cast<EventKind>(random.below(12));
        break;
      case 5:
        event.detail = static_cast<uint32_t>(random.next());
        break;
      case 6:
        std::swap(event, events[random.below(events.size())]);
        break;
      default:
        events.resize(random.below(events.size()) + 1);
      }
    }
    refused(broken);
  }
}

TEST_CASE("tasks that created each other are refused") {
  auto made = [](uint64_t object, uint64_t peer, EventKind kind) {
    return Event{5, 1, object, peer, 1, 0, kind};
  };
  std::vector<Event> one = {made(8, 0, EventKind::TaskBegun), made(9, 8, EventKind::TaskCreated),
                            made(8, 0, EventKind::TaskEnded)};
  std::vector<Event> two = {made(9, 0, EventKind::TaskBegun), made(8, 9, EventKind::TaskCreated),
                            made(9, 0, EventKind::TaskEnded)};
  std::vector<TaskStream> streams = {{0, 1, 0, 5, one}, {1, 1, 0, 5, two}};
  Result<TaskGraph> graph = TaskGraph::of(streams, {});
  REQUIRE(!graph.ok());
  CHECK_THAT(graph.error().message, Catch::Contains("created each other"));
  one[1].detail = created_with_dependences;
  graph = TaskGraph::of(streams, {});
  REQUIRE(!graph.ok());
  CHECK_THAT(graph.error().message, Catch::Contains("dependences"));
}

TEST_CASE("a million tasks", "[.rate]") {
  Random random(10);
  TaskProgram program;
  program.add(0);
  std::vector<uint32_t> level = {0};
  while (program.tasks.size() < 1000000) {
    std::vector<uint32_t> next;
    for (uint32_t task : level) {
      for (int i = 0; i < 2; ++i) {
        next.push_back(program.add(1));
        program.then(task, random.ticks(50), Does::Create, next.back());
      }
      program.then(task, 5, Does::WaitForChildren);
    }
    level = next;
    if (program.tasks.size() >= 1000000)
      break;
  }
  for (TaskProgram::Body &body : program.tasks)
    body.steps.push_back({20, 0, Does::End});
  ExecutedTasks executed = execute(program, {2, 5, 5, false});
  auto at = std::chrono::steady_clock::now();
  auto passed = [&] {
    auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(at, now)).count();
  };
  TaskGraph graph = graphOf(executed, 5);
  double build = passed();
  for (size_t p : {1, 8, 64})
    for (TaskPolicy policy : {TaskPolicy::libomp(), TaskPolicy::libgomp(p), greedy(5, 5)}) {
      Ticks time = makespan(graph, p, policy);
      WARN(p << " threads: " << time << " ticks in " << passed() << " s");
    }
  WARN(graph.tasks().size() << " tasks, graph in " << build << " s");
}
