// SPDX-License-Identifier: Apache-2.0
#include "random_program.h"

#include "directive.h"

#include <algorithm>
#include <cmath>

namespace tare::test {

uint64_t Random::next() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

namespace {

class Nodes {
public:
  explicit Nodes(std::vector<Node> &nodes) : nodes_(nodes) {}

  uint32_t add(NodeKind kind, int parent = -1, bool serial = false) {
    Node node;
    node.id = {"simulated.c", "main", kindName(kind), int(nodes_.size())};
    node.kind = kind;
    node.parent = parent;
    node.treatment = Treatment::Measured;
    node.unsampled = "short body";
    node.serial = serial;
    nodes_.push_back(node);
    return uint32_t(nodes_.size() - 1);
  }
  Node &operator[](uint32_t index) { return nodes_[index]; }

private:
  std::vector<Node> &nodes_;
};

Step step(Step::Kind kind, uint32_t node, Ticks ticks = 0, uint64_t units = 0) {
  Step made;
  made.kind = kind;
  made.node = node;
  made.ticks = ticks;
  made.units = units;
  return made;
}
Step code(Ticks ticks) { return step(Step::Kind::Code, 0, ticks); }

/// A region as the source has it; every execution of it does something else.
class RegionSource {
public:
  RegionSource(Random &random, Nodes nodes, int threads, const Features &features, int parent,
               bool is_nested = false)
      : random_(random), threads_(threads), features_(features), is_nested_(is_nested) {
    region_ = nodes.add(NodeKind::Parallel, parent);
    int inside = int(region_);
    loop_ = nodes.add(NodeKind::For, inside);
    nodes[loop_].counted_iterations = true;
    if (features.iterations && random.percent(50))
      nodes[loop_].unsampled.clear();
    single_ = nodes.add(NodeKind::Single, inside);
    master_ = nodes.add(NodeKind::Master, inside);
    barrier_ = nodes.add(NodeKind::Barrier, inside);
    task_ = nodes.add(NodeKind::Task, int(single_));
    for (int i = 0; i < threads; ++i) {
      locks_in_loop_.push_back(namedCritical(nodes, int(loop_)));
      locks_.push_back(namedCritical(nodes, inside));
    }
    if (features.nested && !is_nested)
      addNested(nodes);
  }

  std::shared_ptr<const SimulatedRegion> execute() {
    auto region = std::make_shared<SimulatedRegion>();
    size_t size = random_.percent(80) ? size_t(threads_) : 1 + random_.below(uint64_t(threads_));
    region->node = region_;
    for (size_t i = 0; i < size; ++i)
      region->start.push_back(random_.ticks(200));
    size_t phases = 1 + random_.below(is_nested_ ? 2 : 4);
    for (size_t i = 0; i < phases; ++i)
      region->phases.push_back(phase(size));
    return region;
  }

private:
  // Criticals of one name are one lock.
  static uint32_t namedCritical(Nodes nodes, int parent) {
    uint32_t made = nodes.add(NodeKind::Critical, parent);
    setDirective(nodes[made], "critical (lock" + std::to_string(made) + ")");
    return made;
  }

  void addNested(Nodes nodes) {
    Features plain;
    plain.iterations = features_.iterations;
    for (int parent : {int(region_), int(loop_)})
      nested_.push_back(std::make_unique<RegionSource>(random_, nodes, 1 + int(random_.below(3)),
                                                       plain, parent, true));
  }

  Phase phase(size_t size) {
    const uint32_t waits[] = {barrier_, loop_, single_};
    Phase made;
    made.barrier = waits[random_.below(3)];
    for (size_t i = 0; i < size; ++i) {
      made.threads.push_back(way(i));
      made.release.push_back(random_.ticks(30));
    }
    return made;
  }

  // Threads pass different numbers of probes.
  Steps way(size_t thread) {
    Steps steps = {code(random_.ticks(300))};
    for (uint64_t left = random_.below(7); left > 0; --left) {
      addConstruct(steps, thread);
      if (random_.percent(60))
        steps.push_back(code(random_.ticks(500)));
    }
    if (thread == 0 && features_.tasks && random_.percent(60))
      addTasks(steps);
    return steps;
  }

  void addConstruct(Steps &steps, size_t thread) {
    uint64_t choice = random_.below(10);
    if (choice < 6)
      addLoop(steps, thread);
    else if (choice == 6)
      addWork(steps, thread == 0 ? master_ : single_);
    else if (choice == 7 && !nested_.empty())
      addFork(steps, *nested_[0]);
    else
      addLock(steps, locks_, thread);
  }

  void addWork(Steps &steps, uint32_t node) {
    steps.push_back(step(Step::Kind::Begin, node, 0, 1));
    steps.push_back(code(random_.ticks(1000)));
    steps.push_back(step(Step::Kind::End, node));
  }

  void addLoop(Steps &steps, size_t thread) {
    steps.push_back(step(Step::Kind::Begin, loop_, 0, random_.below(20)));
    steps.push_back(code(random_.ticks(1500)));
    for (uint64_t left = random_.below(3); left > 0; --left) {
      addLock(steps, locks_in_loop_, thread);
      steps.push_back(code(random_.ticks(100)));
    }
    if (!nested_.empty() && random_.percent(15))
      addFork(steps, *nested_[1]);
    steps.push_back(step(Step::Kind::End, loop_));
  }

  void addLock(Steps &steps, const std::vector<uint32_t> &own, size_t thread) {
    if (features_.own_locks && random_.percent(70))
      steps.push_back(step(Step::Kind::Lock, own[thread], random_.ticks(80)));
    if (features_.shared_locks && random_.percent(70))
      steps.push_back(step(Step::Kind::Lock, own[0], random_.ticks(150)));
  }

  void addFork(Steps &steps, RegionSource &inner) {
    Step fork = step(Step::Kind::Region, inner.region_);
    fork.region = inner.execute();
    steps.push_back(fork);
  }

  void addTasks(Steps &steps) {
    steps.push_back(step(Step::Kind::Begin, single_, 0, 1));
    for (uint64_t left = 2 + random_.below(20); left > 0; --left) {
      Step create = step(Step::Kind::Create, task_, 5 + random_.ticks(10));
      create.task = random_.ticks(400);
      steps.push_back(create);
      steps.push_back(code(random_.ticks(20)));
    }
    steps.push_back(step(Step::Kind::End, single_));
  }

  Random &random_;
  int threads_;
  Features features_;
  bool is_nested_;
  uint32_t region_ = 0, loop_ = 0, single_ = 0, master_ = 0, barrier_ = 0, task_ = 0;
  std::vector<uint32_t> locks_in_loop_, locks_;
  std::vector<std::unique_ptr<RegionSource>> nested_;
};

void addOpaque(Random &random, SimulatedProgram &program) {
  Nodes nodes(program.nodes);
  auto region = std::make_shared<SimulatedRegion>();
  const NodeKind kinds[] = {NodeKind::Parallel, NodeKind::Teams, NodeKind::Target,
                            NodeKind::Metadirective};
  region->node = nodes.add(kinds[program.nodes.size() % 4]);
  nodes[region->node].treatment = Treatment::Outside;
  region->opaque = true;
  region->start.assign(size_t(program.threads), random.ticks(50));
  region->phases.push_back({0, {{code(500 + random.ticks(1000))}}, {random.ticks(50)}});
  Step fork = step(Step::Kind::Region, region->node);
  fork.region = region;
  program.initial.push_back(fork);
}

void fork(SimulatedProgram &program, uint32_t node,
          const std::shared_ptr<const SimulatedRegion> &region) {
  Step fork = step(Step::Kind::Region, node);
  fork.region = region;
  program.initial.push_back(fork);
}

/// A loop with a call in it, executed some times; and one too short to be measured: only that has
/// no tick.
void addStatements(Random &random, SimulatedProgram &program) {
  Nodes nodes(program.nodes);
  uint32_t loop = nodes.add(NodeKind::Loop, -1, true);
  uint32_t call = nodes.add(NodeKind::Call, int(loop), true);
  uint32_t shorter = nodes.add(NodeKind::Call, -1, true);
  program.initial.push_back(step(Step::Kind::Begin, loop, 0, 7));
  program.initial.push_back(code(1));
  for (uint64_t left = random.below(4); left > 0; --left) {
    program.initial.push_back(code(random.ticks(300)));
    program.initial.push_back(step(Step::Kind::Begin, call, 0, 1));
    program.initial.push_back(code(1 + random.ticks(600)));
    program.initial.push_back(step(Step::Kind::End, call));
  }
  program.initial.push_back(step(Step::Kind::End, loop));
  program.initial.push_back(step(Step::Kind::Count, shorter, 0, 2));
}

SimulatedProgram empty(Random &random, int threads) {
  SimulatedProgram program;
  program.threads = threads;
  program.initial.push_back(code(100 + random.ticks(2000)));
  return program;
}

void addRegions(Random &random, SimulatedProgram &program, const Features &features) {
  bool inside = features.statements && random.percent(50);
  uint32_t around = 0;
  if (inside) {
    around = Nodes(program.nodes).add(NodeKind::Loop, -1, true);
    program.initial.push_back(step(Step::Kind::Begin, around, 0, 1));
    program.initial.push_back(code(1));
  }
  bool called = around % 2; // the region is in a function of its own
  RegionSource source(random, Nodes(program.nodes), program.threads, features,
                      inside && !called ? int(around) : -1);
  for (uint64_t left = 1 + random.below(4); left > 0; --left) {
    std::shared_ptr<const SimulatedRegion> region = source.execute();
    fork(program, region->node, region);
    program.initial.push_back(code(50 + random.ticks(1000)));
  }
  if (inside)
    program.initial.push_back(step(Step::Kind::End, around));
}

Cost same(double ticks) { return {ticks, ticks, ticks}; }

bool hasOuterSide(CostKind kind) {
  return kind != CostKind::LockHeld && kind != CostKind::Iteration &&
         kind != CostKind::RegionStart && kind != CostKind::RegionBody &&
         kind != CostKind::RegionJoin;
}

template <class Change> void changeAll(ProbeCosts &costs, Change change) {
  for (ProbeCost &cost : costs.costs) {
    change(cost.inside);
    change(cost.outside);
  }
}

ProbeCosts wholeTicks(ProbeCosts costs) {
  changeAll(costs, [](Cost &cost) { cost = same(std::round(cost.warm)); });
  return costs;
}

} // namespace

SimulatedProgram randomProgram(Random &random, int threads, const Features &features) {
  SimulatedProgram program = empty(random, threads);
  for (uint64_t left = 1 + random.below(3); left > 0; --left) {
    if (features.statements)
      addStatements(random, program);
    if (features.opaque && random.percent(50))
      addOpaque(random, program);
    addRegions(random, program, features);
  }
  return program;
}

SimulatedProgram repeatingProgram(Random &random, int threads, const Features &features,
                                  int times) {
  SimulatedProgram program = empty(random, threads);
  RegionSource source(random, Nodes(program.nodes), threads, features, -1);
  std::shared_ptr<const SimulatedRegion> region = source.execute();
  Step between = code(50 + random.ticks(1000));
  for (int i = 0; i < times; ++i) {
    fork(program, region->node, region);
    program.initial.push_back(between);
  }
  return program;
}

SimulatedProgram varyingProgram(Random &random, int threads, const Features &features, int times) {
  SimulatedProgram program = empty(random, threads);
  RegionSource source(random, Nodes(program.nodes), threads, features, -1);
  for (int i = 0; i < times; ++i) {
    std::shared_ptr<const SimulatedRegion> region = source.execute();
    fork(program, region->node, region);
    program.initial.push_back(code(50 + random.ticks(1000)));
  }
  return program;
}

SimulatedProgram longRegion(Random &random, int threads, const Features &features, int barriers) {
  SimulatedProgram program = empty(random, threads);
  RegionSource source(random, Nodes(program.nodes), threads, features, -1);
  auto region = std::make_shared<SimulatedRegion>(*source.execute());
  Phase last = region->phases.back();
  last.barrier = region->phases.front().barrier;
  region->phases.assign(size_t(barriers) + 1, last);
  fork(program, region->node, region);
  return program;
}

SimulatedProgram serialProgram(Random &random) {
  SimulatedProgram program = empty(random, 1);
  program.is_serial = true;
  Nodes nodes(program.nodes);
  for (NodeKind kind :
       {NodeKind::Parallel, NodeKind::For, NodeKind::Taskloop, NodeKind::Critical}) {
    uint32_t counterpart = nodes.add(kind, -1, true);
    for (uint64_t left = 1 + random.below(4); left > 0; --left) {
      program.initial.push_back(step(Step::Kind::Begin, counterpart, 0, 5));
      program.initial.push_back(code(1 + random.ticks(900)));
      program.initial.push_back(step(Step::Kind::End, counterpart));
      program.initial.push_back(code(10 + random.ticks(100)));
    }
  }
  addStatements(random, program);
  return program;
}

ProbeCosts scaled(const ProbeCosts &costs, double factor) {
  ProbeCosts made = costs;
  changeAll(made, [&](Cost &cost) { cost = same(cost.warm * factor); });
  return made;
}

ProbeCosts wrong(Random &random, const ProbeCosts &costs, double least, double most) {
  ProbeCosts made = costs;
  changeAll(made, [&](Cost &cost) { cost = same(cost.warm * random.between(least, most)); });
  return made;
}

ProbeCosts costsThatSlow(Random &random, const SimulatedProgram &program, double slowdown) {
  ProbeCosts one;
  one.openmp_runtime = "simulated";
  one.threads = program.threads;
  one.ticks_per_second = 1e9;
  auto draw = [&](CostKind kind) {
    one.of(kind).inside = same(random.between(1, 20));
    one.of(kind).outside = same(hasOuterSide(kind) ? random.between(0, 20) : 0);
  };
  for (size_t i = 0; i < cost_kinds; ++i)
    if (CostKind(i) != CostKind::LoopStart && CostKind(i) != CostKind::Count &&
        CostKind(i) != CostKind::TooShort && CostKind(i) <= CostKind::RegionJoin)
      draw(CostKind(i));
  draw(CostKind::LoopStart);
  draw(CostKind::Count);
  draw(CostKind::TooShort);
  auto wanted = Ticks(slowdown * double(simulate(program, ProbeCosts()).window));
  double least = 0, most = 1;
  while (simulate(program, wholeTicks(scaled(one, most))).window < wanted && most < 1e4)
    most *= 2;
  for (int i = 0; i < 12; ++i) {
    double middle = (least + most) / 2;
    bool slow = simulate(program, wholeTicks(scaled(one, middle))).window >= wanted;
    (slow ? most : least) = middle;
  }
  return wholeTicks(scaled(one, most));
}

} // namespace tare::test
