// SPDX-License-Identifier: Apache-2.0
// What is expected of a program that has not been run: counted by hand.
#include "analyzer/cost/static_frequencies.h"
#include "catch.hpp"
#include "directive.h"

#include <algorithm>

using namespace tare;

namespace {

class Made {
public:
  explicit Made(const std::string &unit = "a.c") { tree.unit = unit; }

  int add(NodeKind kind, int parent, const std::string &directive = "") {
    Node node;
    int ordinal = static_cast<int>(tree.nodes.size());
    node.id = {tree.unit, function_, kindName(kind), ordinal};
    node.kind = kind;
    node.parent = parent;
    node.place = {tree.unit, 10 + ordinal, 1, 10 + ordinal};
    test::setDirective(node, directive);
    node.treatment = kind == NodeKind::Function ? Treatment::None : Treatment::Measured;
    tree.nodes.push_back(node);
    return ordinal;
  }
  int function(const std::string &name) {
    function_ = name;
    return add(NodeKind::Function, -1);
  }
  /// A statement of serial code.
  int serial(NodeKind kind, int parent, const std::string &callee = "") {
    int index = add(kind, parent, callee);
    tree.nodes[size_t(index)].serial = true;
    return index;
  }
  Node &operator[](int index) { return tree.nodes[size_t(index)]; }

  NodeTree tree;

private:
  std::string function_;
};

class Expected {
public:
  Expected(const std::vector<NodeTree> &trees, int threads)
      : found_(staticFrequencies(trees, threads)) {}

  double times(const Node &node, CostKind kind) const {
    const Frequency *found = of(node);
    return found ? found->executions.of(kind) : 0;
  }
  unsigned guesses(const Node &node) const { return of(node) ? of(node)->guesses : ~0u; }
  size_t count(const Node &node) const {
    return size_t(std::count_if(found_.begin(), found_.end(), [&](const Frequency &frequency) {
      return frequency.id == node.id.text();
    }));
  }

private:
  const Frequency *of(const Node &node) const {
    for (const Frequency &frequency : found_)
      if (frequency.id == node.id.text())
        return &frequency;
    return nullptr;
  }
  std::vector<Frequency> found_;
};

} // namespace

TEST_CASE("nested loops, a region and what its threads share") {
  Made a;
  int main = a.function("main");
  int steps = a.serial(NodeKind::Loop, main);
  a[steps].trips = {10, 0, 0};
  int region = a.add(NodeKind::Parallel, steps, "parallel");
  int loop = a.add(NodeKind::For, region, "for");
  a[loop].trips = {1000, 0, 0};
  a[loop].counted_iterations = true;
  int lock = a.add(NodeKind::Critical, loop, "critical");
  a[lock].hidden = {3, 0, 0};
  int inner = a.add(NodeKind::Loop, region);
  a[inner].trips = {7, 0, 0};
  int barrier = a.add(NodeKind::Barrier, inner, "barrier");
  Expected run({a.tree}, 4);
  CHECK(run.times(a[steps], CostKind::Serial) == 1);
  CHECK(run.times(a[region], CostKind::RegionFork) == 10);
  CHECK(run.times(a[region], CostKind::RegionJoin) == 10);
  CHECK(run.times(a[region], CostKind::RegionStart) == 30);
  CHECK(run.times(a[region], CostKind::RegionBody) == 40);
  CHECK(run.times(a[loop], CostKind::Work) == 40);
  CHECK(run.times(a[loop], CostKind::Barrier) == 40);
  CHECK(run.times(a[loop], CostKind::Iteration) == 10 * 1000);
  CHECK(run.times(a[lock], CostKind::LockWait) == 10 * 1000 * 3);
  CHECK(run.times(a[lock], CostKind::LockHeld) == 10 * 1000 * 3);
  CHECK(run.times(a[inner], CostKind::Work) == 40);
  CHECK(run.times(a[barrier], CostKind::Barrier) == 40 * 7);
  for (int node : {steps, region, loop, lock, inner, barrier})
    CHECK(run.guesses(a[node]) == guess_none);
}

TEST_CASE("barriers that a construct has not, or does not time") {
  Made a;
  int region = a.add(NodeKind::Parallel, a.function("main"), "parallel for");
  int half = a.add(NodeKind::For, region, "for");
  a[half].place = a[region].place;
  int other = a.add(NodeKind::Parallel, 0, "parallel");
  int without = a.add(NodeKind::For, other, "for schedule(static) nowait");
  int outside = a.add(NodeKind::For, other, "for reduction(inscan, + : nowaits)");
  a[outside].treatment = Treatment::Outside;
  int own = a.add(NodeKind::For, other, "for private(nowaits)");
  Expected run({a.tree}, 2);
  CHECK(run.times(a[half], CostKind::Barrier) == 0);
  CHECK(run.times(a[without], CostKind::Barrier) == 0);
  CHECK(run.times(a[outside], CostKind::Barrier) == 0);
  CHECK(run.times(a[own], CostKind::Barrier) == 2);
  for (int node : {half, without, outside, own})
    CHECK(run.times(a[node], CostKind::Work) == 2);
}

TEST_CASE("what one thread of a team does") {
  Made a;
  int region = a.add(NodeKind::Parallel, a.function("main"), "parallel");
  int single = a.add(NodeKind::Single, region, "single");
  int task = a.add(NodeKind::Task, single, "task");
  a[task].hidden = {50, 0, 0};
  int inside = a.add(NodeKind::Critical, task, "critical");
  int sections = a.add(NodeKind::Sections, region, "sections");
  int section = a.add(NodeKind::Section, sections, "section");
  int master = a.add(NodeKind::Master, region, "master");
  int taskloop = a.add(NodeKind::Taskloop, master, "taskloop");
  a[taskloop].trips = {20, 0, 0};
  Expected run({a.tree}, 3);
  CHECK(run.times(a[single], CostKind::Work) == 1);
  CHECK(run.times(a[single], CostKind::Barrier) == 3);
  CHECK(run.times(a[task], CostKind::TaskCreation) == 50);
  CHECK(run.times(a[task], CostKind::Task) == 50);
  CHECK(run.times(a[inside], CostKind::LockHeld) == 50);
  CHECK(run.times(a[sections], CostKind::Work) == 3);
  CHECK(run.times(a[section], CostKind::Work) == 1);
  CHECK(run.times(a[master], CostKind::Work) == 1);
  CHECK(run.times(a[taskloop], CostKind::TaskCreation) == 1);
  CHECK(run.times(a[taskloop], CostKind::Task) == 20);
  CHECK(run.times(a[taskloop], CostKind::TaskWait) == 1);
}

TEST_CASE("teams of a number of their own, and nested ones of one thread") {
  Made a;
  int main = a.function("main");
  int region = a.add(NodeKind::Parallel, main, "parallel num_threads(3) if(n)");
  int nested = a.add(NodeKind::Parallel, region, "parallel");
  int work = a.add(NodeKind::For, nested, "for");
  int variable = a.add(NodeKind::Parallel, main, "parallel num_threads(3 * n)");
  int spaced = a.add(NodeKind::Parallel, main, "parallel private(num_threads) num_threads ( 5 )");
  Expected run({a.tree}, 8);
  CHECK(run.times(a[spaced], CostKind::RegionBody) == 5);
  CHECK(run.times(a[region], CostKind::RegionBody) == 3);
  CHECK(run.times(a[nested], CostKind::RegionFork) == 3);
  CHECK(run.times(a[nested], CostKind::RegionStart) == 0);
  CHECK(run.times(a[nested], CostKind::RegionBody) == 3);
  CHECK(run.times(a[work], CostKind::Work) == 3);
  CHECK(run.times(a[variable], CostKind::RegionBody) == 8);
}

TEST_CASE("names of the program's are no clauses, and a constant may have one") {
  Made a;
  int region = a.add(NodeKind::Parallel, a.function("main"), "parallel num_threads(team)");
  a[region].clauses = {{"num_threads", {}, {}, "team", 4}};
  int named = a.add(NodeKind::Critical, region, "critical(sink)");
  int waits = a.add(NodeKind::Ordered, region, "ordered depend(sink : i - 1)");
  int loop = a.add(NodeKind::For, region, "for shared(nowait)");
  int tasks = a.add(NodeKind::Taskloop, region, "taskloop shared(nogroup)");
  Expected run({a.tree}, 2);
  CHECK(run.times(a[region], CostKind::RegionBody) == 4);
  CHECK(run.times(a[named], CostKind::LockHeld) == 4);
  CHECK(run.times(a[waits], CostKind::LockHeld) == 0);
  CHECK(run.times(a[waits], CostKind::LockWait) == 4);
  CHECK(run.times(a[loop], CostKind::Barrier) == 4);
  CHECK(run.times(a[tasks], CostKind::TaskWait) == 4);
}

TEST_CASE("calls are followed, through units too") {
  Made a("a.c"), b("b.c");
  int main = a.function("main");
  int loop = a.serial(NodeKind::Loop, main);
  a[loop].trips = {6, 0, 0};
  int call = a.serial(NodeKind::Call, loop, "solve");
  b.function("solve");
  int region = b.add(NodeKind::Parallel, 0, "parallel");
  b[region].calls = {{"locked", {5, 0, 0}}, {"unheard_of", {}}};
  b.function("locked");
  int lock = b.add(NodeKind::Critical, 2, "critical");
  Expected run({a.tree, b.tree}, 2);
  CHECK(run.times(a[call], CostKind::Serial) == 6);
  CHECK(run.times(b[region], CostKind::RegionFork) == 6);
  CHECK(run.times(b[lock], CostKind::LockWait) == 6 * 2 * 5);
  CHECK(run.guesses(b[lock]) == guess_none);
}

TEST_CASE("of functions with one name the unit's own is called") {
  Made a("a.c"), b("b.c");
  for (Made *made : {&a, &b}) {
    int main = made->function(made == &b ? "main" : "other");
    made->serial(NodeKind::Call, main, "help");
    made->add(NodeKind::Parallel, made->function("help"), "parallel");
  }
  Expected run({a.tree, b.tree}, 2);
  CHECK(run.times(b[3], CostKind::RegionFork) == 1);
  CHECK(run.guesses(b[3]) == guess_none);
  CHECK(run.guesses(a[3]) == guess_caller);
}

TEST_CASE("what is not known is a guess, and says so") {
  Made a;
  int main = a.function("main");
  int loop = a.serial(NodeKind::Loop, main);
  a[loop].trips = {1, 2, 0};
  int region = a.add(NodeKind::Parallel, loop, "parallel");
  int maybe = a.add(NodeKind::Barrier, region, "barrier");
  a[maybe].hidden = {2, 0, 1};
  a.function("orphan");
  int orphaned = a.add(NodeKind::Critical, 4, "critical");
  a.function("library");
  int forks = a.add(NodeKind::Parallel, 6, "parallel");
  Expected run({a.tree}, 4);
  CHECK(run.guesses(a[loop]) == guess_none);
  CHECK(run.times(a[region], CostKind::RegionFork) == unknown_trips * unknown_trips);
  CHECK(run.guesses(a[region]) == guess_loop);
  CHECK(run.times(a[maybe], CostKind::Barrier) == 4 * 2 * unknown_trips * unknown_trips);
  CHECK(run.guesses(a[maybe]) == (guess_loop | guess_branch));
  CHECK(run.times(a[orphaned], CostKind::LockWait) == 4);
  CHECK(run.guesses(a[orphaned]) == guess_caller);
  CHECK(run.times(a[forks], CostKind::RegionFork) == 1);
  CHECK(run.guesses(a[forks]) == guess_caller);
}

TEST_CASE("of two sides with directives each is executed every other time") {
  Made a;
  int main = a.function("main");
  int region = a.add(NodeKind::Parallel, main, "parallel");
  int barrier = a.add(NodeKind::Barrier, region, "barrier");
  a[barrier].hidden = {40, 0, 2, 2};
  Expected run({a.tree}, 4);
  CHECK(run.times(a[barrier], CostKind::Barrier) == 4 * 40 / 4);
  CHECK(run.guesses(a[barrier]) == guess_branch);
}

TEST_CASE("a serial statement that is executed often is taken to be too short") {
  Made a;
  int main = a.function("main");
  int loop = a.serial(NodeKind::Loop, main);
  a[loop].trips = {5000, 0, 0};
  int call = a.serial(NodeKind::Call, loop);
  a.add(NodeKind::Parallel, main, "parallel");
  Expected run({a.tree}, 2);
  CHECK(run.times(a[call], CostKind::Serial) == 1024);
  CHECK(run.times(a[call], CostKind::TooShort) == 5000 - 1024);
  CHECK(run.times(a[loop], CostKind::Serial) == 1);
  CHECK(run.times(a[loop], CostKind::TooShort) == 0);
}

TEST_CASE("a function that calls itself is executed a number of times that is made up") {
  Made a;
  int main = a.function("main");
  int region = a.add(NodeKind::Parallel, main, "parallel");
  int single = a.add(NodeKind::Single, region, "single");
  a[single].calls = {{"fib", {2, 0, 0}}};
  int fib = a.function("fib");
  int task = a.add(NodeKind::Task, fib, "task");
  a[task].calls = {{"fib", {}}};
  int wait = a.add(NodeKind::Taskwait, fib, "taskwait");
  Expected run({a.tree}, 4);
  CHECK(run.times(a[task], CostKind::Task) == 2 * unknown_recursion);
  CHECK(run.times(a[wait], CostKind::TaskWait) == 2 * unknown_recursion);
  CHECK(run.guesses(a[task]) == guess_recursion);
  CHECK(run.guesses(a[single]) == guess_none);
}

TEST_CASE("functions that call each other in a circle are recursive all of them") {
  Made a;
  int main = a.function("main");
  a.serial(NodeKind::Call, main, "even");
  int even = a.function("even");
  int first = a.add(NodeKind::Parallel, even, "parallel");
  a[even].calls = {{"odd", {3, 0, 0}}};
  int odd = a.function("odd");
  int second = a.add(NodeKind::Parallel, odd, "parallel");
  a[odd].calls = {{"even", {}}, {"leaf", {}}};
  int leaf = a.function("leaf");
  int third = a.add(NodeKind::Parallel, leaf, "parallel");
  Expected run({a.tree}, 2);
  for (int node : {first, second, third}) {
    CHECK(run.times(a[node], CostKind::RegionFork) == unknown_recursion);
    CHECK(run.guesses(a[node]) == guess_recursion);
  }
}

TEST_CASE("a long chain of calls and loops without end stay finite") {
  Made a;
  int last = a.function("main");
  for (int i = 0; i < 2000; ++i) {
    std::string name = "f" + std::to_string(i);
    a[last].calls = {{name, {Trips::times_most, 40, 0}}};
    last = a.function(name);
  }
  int never = a.add(NodeKind::Loop, last);
  a[never].treatment = Treatment::LeftAlone;
  a[never].trips = {0, 0, 0};
  int inside = a.add(NodeKind::Parallel, never, "parallel");
  int region = a.add(NodeKind::Parallel, last, "parallel");
  Expected run({a.tree}, 2);
  CHECK(run.times(a[inside], CostKind::RegionFork) == 0);
  CHECK(run.times(a[region], CostKind::RegionFork) > 1e15);
  CHECK(run.times(a[region], CostKind::RegionFork) <= 1e18);
}

TEST_CASE("what has no probes is not expected to cost any") {
  Made a;
  int main = a.function("main");
  int region = a.add(NodeKind::Parallel, main, "parallel loop");
  a[region].treatment = Treatment::Outside;
  int inside = a.add(NodeKind::Critical, region, "critical");
  int measured = a.add(NodeKind::Parallel, main, "parallel");
  int left = a.add(NodeKind::Critical, measured, "critical");
  a[left].treatment = Treatment::LeftAlone;
  int counted = a.add(NodeKind::Atomic, measured, "atomic");
  a[counted].treatment = Treatment::Counted;
  Expected run({a.tree}, 2);
  for (int node : {region, inside, left})
    CHECK(run.count(a[node]) == 0);
  CHECK(run.count(a[counted]) == 1);
  CHECK(run.count(a[measured]) == 1);
  a.tree.fallback = true;
  CHECK(staticFrequencies({a.tree}, 2).empty());
}

TEST_CASE("a construct that several units hold counts once") {
  Made a("a.h");
  int region = a.add(NodeKind::Parallel, a.function("inlined"), "parallel");
  Expected run({a.tree, a.tree}, 2);
  CHECK(run.count(a[region]) == 1);
}

TEST_CASE("the serial program has probes of serial code at its twins") {
  Made a;
  int main = a.function("main");
  int region = a.add(NodeKind::Loop, main);
  int half = a.add(NodeKind::Loop, main);
  int other = a.add(NodeKind::Statement, main);
  a[half].place = a[region].place;
  for (int node : {region, half, other}) {
    a[node].counterpart = "p.c#main#for#" + std::to_string(node);
    a[node].hidden = {25, 0, 0};
  }
  Expected run({a.tree}, 1);
  CHECK(run.count(a[region]) == 0); // the one inside has the probes
  CHECK(run.times(a[half], CostKind::Serial) == 25);
  CHECK(run.times(a[other], CostKind::Serial) == 25);
}
