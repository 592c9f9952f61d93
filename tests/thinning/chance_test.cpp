// SPDX-License-Identifier: Apache-2.0
// Instances that differ: what was left out is estimated without a bias, whoever is chosen.
#include "analyzer/thinning/expanded.h"
#include "catch.hpp"
#include "chooser.h"
#include "tests/alone.h"
#include "tests/perturbation/checks.h"
#include "tests/perturbation/simulated_program.h"

#include <cmath>
#include <map>

using namespace tare;
using namespace tare::test;

namespace {

constexpr int seeds = 200;

/// Over all threads: by node and kind; 10: spans, 11: of the area what the region's waits at its
/// end are, 12: missing cores, 13: surplus.
using Figures = std::map<std::pair<uint32_t, int>, double>;

Figures figuresOf(const Profile &profile) {
  Figures figures;
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
      const ProfileNode &node = thread.nodes[index];
      for (Spent kind : cell_kinds)
        figures[{index, int(kind)}] += double(node.cells[kind].ticks);
      figures[{index, 10}] += double(node.span);
      figures[{index, 11}] += double(node.area - node.inside);
      figures[{index, 12}] += double(node.missing);
      figures[{index, 13}] += double(node.surplus);
    }
  return figures;
}

struct Spread {
  double sum = 0, squares = 0;
  void add(double value) {
    sum += value;
    squares += value * value;
  }
  double mean() const { return sum / seeds; }
  double deviation() const { return std::sqrt(std::max(squares / seeds - mean() * mean(), 0.0)); }
};

/// Every figure's mean over the seeds is within four of its own standard errors of the truth, and a
/// tick that rounding may cost each cell.
void checkUnbiased(const Profile &complete, size_t row) {
  std::map<std::pair<uint32_t, int>, Spread> spreads;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    Random random(1000 + seed);
    for (const auto &[key, value] :
         figuresOf(expanded(choose(complete, rows(complete, random, row))).profile))
      spreads[key].add(value);
  }
  for (const auto &[key, truth] : figuresOf(complete)) {
    const Spread &spread = spreads[key];
    INFO("node " << key.first << ", figure " << key.second << ": true " << truth << ", mean "
                 << spread.mean() << ", deviation " << spread.deviation());
    CHECK(std::abs(spread.mean() - truth) <= 4 * spread.deviation() / std::sqrt(seeds) + 4);
  }
}

Step code(Ticks ticks) {
  Step step;
  step.ticks = ticks;
  return step;
}

} // namespace

TEST_CASE("what differs from instance to instance is right on average") {
  Features features;
  features.nested = features.own_locks = features.shared_locks = features.tasks = true;
  for (int threads : {2, 4}) {
    INFO(threads << " threads");
    Random random(42 + uint64_t(threads));
    Profile complete = simulate(varyingProgram(random, threads, features, 400), ProbeCosts());
    checkUnbiased(complete, 8);
  }
}

TEST_CASE("what takes the same in short and in long instances is not stretched with them") {
  Node parallel;
  parallel.kind = NodeKind::Parallel;
  parallel.treatment = Treatment::Measured;
  SimulatedProgram program;
  program.threads = 2;
  program.nodes = {parallel};
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    auto region = std::make_shared<SimulatedRegion>();
    region->start = {100, 150};
    Ticks body = random.percent(50) ? 50 : 50000;
    region->phases = {{0, {{code(body)}, {code(body / 2)}}, {20, 0}}};
    Step fork;
    fork.kind = Step::Kind::Region;
    fork.region = region;
    program.initial.push_back(fork);
    program.initial.push_back(code(30));
  }
  Profile complete = simulate(program, ProbeCosts());
  checkUnbiased(complete, 8);
  Profile all = expanded(choose(complete, rows(complete, random, 8))).profile;
  CHECK(figuresOf(all)[{0, int(Spent::Fork)}] == Approx(500 * 250).epsilon(0.02));
}

TEST_CASE("what differs in the period of the rows is right on average, wherever it lies in them") {
  Node parallel;
  parallel.kind = NodeKind::Parallel;
  parallel.treatment = Treatment::Measured;
  for (int place : {0, 3, 7}) {
    INFO("place " << place);
    SimulatedProgram program;
    program.threads = 2;
    program.nodes = {parallel};
    for (int i = 0; i <= 400; ++i) {
      bool is_odd_one = (i + 7) % 8 == place; // the first one is in no row
      auto region = std::make_shared<SimulatedRegion>();
      region->start = {is_odd_one ? 900 : 100, 100};
      region->phases = {{0, {{code(is_odd_one ? 200 : 1000)}, {code(900)}}, {20, 0}}};
      Step fork;
      fork.kind = Step::Kind::Region;
      fork.region = region;
      program.initial.push_back(fork);
    }
    checkUnbiased(simulate(program, ProbeCosts()), 8);
  }
}

TEST_CASE("what stays exact does, for every choice") {
  Features features;
  features.nested = features.tasks = true;
  Random random(77);
  Profile complete = simulate(varyingProgram(random, 3, features, 100), ProbeCosts());
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Profile all = expanded(choose(complete, rows(complete, random, 6))).profile;
    CHECK(all.window == complete.window);
    CHECK(all.threads[0].serial_ticks == complete.threads[0].serial_ticks);
    CHECK(all.threads[0].nodes[0].span == complete.threads[0].nodes[0].span);
    int64_t away = int64_t(all.threads[0].nodes[0].instances) -
                   int64_t(complete.threads[0].nodes[0].instances);
    CHECK(std::abs(away) <= 2); // a group of teams of each size is rounded by itself
  }
}

TEST_CASE("a figure that drifts as the run goes on is told by its neighbours") {
  Node parallel;
  parallel.kind = NodeKind::Parallel;
  parallel.treatment = Treatment::Measured;
  SimulatedProgram program;
  program.threads = 2;
  program.nodes = {parallel};
  for (int i = 0; i < 400; ++i) {
    auto region = std::make_shared<SimulatedRegion>();
    region->start = {100, Ticks(100 + i)}; // the second thread starts later and later
    region->phases = {{0, {{code(1000)}, {code(1000)}}, {20, 0}}};
    Step fork;
    fork.kind = Step::Kind::Region;
    fork.region = region;
    program.initial.push_back(fork);
  }
  Profile complete = simulate(program, ProbeCosts());
  double truth = figuresOf(complete)[{0, int(Spent::Fork)}];
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Profile all = expanded(choose(complete, rows(complete, random, 10))).profile;
    CHECK(figuresOf(all)[{0, int(Spent::Fork)}] == Approx(truth).epsilon(0.03));
  }
}
