// SPDX-License-Identifier: Apache-2.0
// Observed and predicted cost are one formula: probes counted, times what one takes.
#include "analyzer/cost/predicted_cost.h"
#include "tests/accounts/fake_run.h"
#include "trial.h"

using namespace tare;
using namespace tare::test;

namespace {

/// Each kind its own price, low, warm and cold apart: a sum shows what was counted.
ProbeCosts prices() {
  ProbeCosts costs;
  costs.ticks_per_second = 1e6;
  for (size_t i = 0; i < cost_kinds; ++i) {
    double price = 1 << i;
    costs.costs[i].inside = {price / 4, price / 2, price};
    costs.costs[i].outside = {price / 4, price / 2, price};
  }
  return costs;
}

double priceOf(CostKind kind) { return 1 << static_cast<int>(kind); }

/// Of a thread in a region that another one forks: what both sides of its fork, and its join, hold
/// it up.
double priceOfHeld() {
  return priceOf(CostKind::RegionStart) + priceOf(CostKind::RegionFork) / 2 +
         priceOf(CostKind::RegionJoin);
}

const ConstructCost &of(const std::vector<ConstructCost> &constructs, const Node &node) {
  for (const ConstructCost &construct : constructs)
    if (construct.frequency.id == node.id.text())
      return construct;
  FAIL("no such construct");
  return constructs.front();
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(a)); }

} // namespace

TEST_CASE("of any run the constructs sum to the observed cost") {
  forPrograms(allFeatures(), 6, [](const Trial &trial, Random &random) {
    ProbeCosts costs = wrong(random, trial.costs, 0.5, 2);
    for (ProbeCost &cost : costs.costs)
      cost.inside.low *= 0.5, cost.outside.cold *= 3;
    ObservedCost observed = observedCost(trial.measured, costs);
    ObservedCost sum = sumOf(predictedCost(trial.measured, costs));
    CHECK(near(sum.low, observed.low));
    CHECK(near(sum.direct, observed.direct));
    CHECK(near(sum.high, observed.high));
    CHECK(observed.direct > 0);
    CHECK(observed.low <= observed.direct);
    CHECK(observed.direct <= observed.high);
  });
}

TEST_CASE("each construct costs what its own probes take") {
  FakeRun run(2);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t lock = run.node(NodeKind::Critical, "");
  uint32_t barrier = run.node(NodeKind::Barrier, "");
  run.serial(10);
  run.fork(region, {1, 2});
  for (size_t thread : {0, 1}) {
    run.spend(thread, region, Spent::Body, 50);
    run.spend(thread, lock, Spent::Wait, 5, 0, 3);
    run.spend(thread, lock, Spent::Body, 7, 0, 3);
  }
  run.barrier(barrier, {1, 1});
  run.join(1);
  Profile profile = run.finish();
  std::vector<ConstructCost> constructs = predictedCost(profile, prices());
  REQUIRE(constructs.size() == 3);
  CHECK(constructs.front().frequency.kind == NodeKind::Parallel); // its probes cost most here
  const ConstructCost &critical = of(constructs, *profile.node(lock));
  CHECK(critical.cost.direct == 6 * (priceOf(CostKind::LockWait) + priceOf(CostKind::LockHeld)));
  CHECK(critical.cost.low == critical.cost.direct / 2);
  // All of the threads' time and 6 executions: by how much its probes can have been displaced.
  double cold = coldness(2 * double(profile.window) / profile.ticks_per_second / 6);
  CHECK(cold > 0);
  CHECK(cold < 1);
  CHECK(near(critical.cost.high, critical.cost.direct * (1 + cold)));
  CHECK(critical.frequency.entries() == 6);
  CHECK(critical.frequency.counted);
  const ConstructCost &forked = of(constructs, *profile.node(region));
  CHECK(forked.cost.direct == priceOf(CostKind::RegionFork) + priceOf(CostKind::RegionJoin) +
                                  priceOfHeld() + 2 * priceOf(CostKind::RegionBody));
  CHECK(of(constructs, *profile.node(barrier)).cost.direct == 2 * priceOf(CostKind::Barrier));
}

TEST_CASE("the longest delay by a construct is what its probes take on one thread") {
  FakeRun run(3);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t master = run.node(NodeKind::Master, "");
  uint32_t loop = run.node(NodeKind::For, "");
  run.fork(region, {1, 1, 1});
  run.spend(0, master, Spent::Body, 50, 0, 30);
  for (size_t thread : {0, 1, 2})
    run.spend(thread, loop, Spent::Body, 50, 0, 10 + thread);
  run.join(1);
  Profile profile = run.finish();
  std::map<std::string, double> longest = longestDelays(profile, prices());
  CHECK(longest.at(profile.node(master)->id.text()) == 30 * priceOf(CostKind::Work));
  CHECK(longest.at(profile.node(loop)->id.text()) == 12 * priceOf(CostKind::Work));
}

TEST_CASE("iterations are part of their loop") {
  FakeRun run(1);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  run.fork(region, {1});
  run.spend(0, loop, Spent::Body, 100, 500);
  run.join(1);
  Profile profile = run.finish();
  const auto constructs = predictedCost(profile, prices());
  CHECK(of(constructs, *profile.node(loop)).cost.direct ==
        priceOf(CostKind::Work) + 500 * priceOf(CostKind::Iteration));
  CHECK(of(constructs, *profile.node(loop)).frequency.entries() == 1);
  run.describe(loop).unsampled = "short body";
  Profile unsampled = run.finish();
  CHECK(of(predictedCost(unsampled, prices()), *unsampled.node(loop)).cost.direct ==
        priceOf(CostKind::Work));
}

TEST_CASE("a statement that was found too short was counted from then on") {
  FakeRun run(1);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t slow = run.node(NodeKind::Call, "slow"), quick = run.node(NodeKind::Call, "quick");
  run.describe(slow).serial = run.describe(quick).serial = true;
  for (int k = 0; k < 3000; ++k)
    run.serialAt(slow, 1), run.serialAt(quick, 0);
  run.fork(region, {1});
  run.join(1);
  Profile profile = run.finish();
  const auto constructs = predictedCost(profile, prices());
  const ConstructCost &all = of(constructs, *profile.node(slow));
  CHECK(all.cost.direct == 3000 * priceOf(CostKind::Serial));
  const ConstructCost &some = of(constructs, *profile.node(quick));
  CHECK(some.cost.direct ==
        1024 * priceOf(CostKind::Serial) + (3000 - 1024) * priceOf(CostKind::TooShort));
  CHECK(some.frequency.entries() == 3000);
}

TEST_CASE("what is executed without a pause cannot be displaced, what nobody knows can") {
  Frequency frequency;
  frequency.executions.of(CostKind::Work) = 1000;
  double warm = 1000 * priceOf(CostKind::Work);
  auto highIn = [&](double window_s) {
    return predictedCost({frequency}, prices(), 1, window_s).front().cost.high;
  };
  CHECK(highIn(1e-3) == Approx(warm).epsilon(0.01)); // one each microsecond
  CHECK(near(highIn(1e-2), 1.5 * warm));
  CHECK(highIn(1) == 2 * warm);
  CHECK(highIn(0) == 2 * warm);
}

TEST_CASE("what a probe takes differs from place to place by nanoseconds") {
  ProbeCosts costs;
  costs.ticks_per_second = 1e9;
  costs.of(CostKind::Work).inside = {10, 10, 10, 10};
  costs.of(CostKind::Wait).inside = {100, 100, 100, 100};
  auto costOf = [&](CostKind kind) {
    Frequency frequency;
    frequency.executions.of(kind) = 1;
    return predictedCost({frequency}, costs, 1, 1e-9).front().cost;
  };
  CHECK(costOf(CostKind::Work).low == 8);
  CHECK(costOf(CostKind::Work).high == 12);
  CHECK(costOf(CostKind::Wait).low == 97);
  CHECK(costOf(CostKind::Wait).high == 103);
}

TEST_CASE("an empty region costs each thread of its team what it costs the one that forks") {
  ProbeCosts costs;
  costs.ticks_per_second = 1e9;
  costs.of(CostKind::RegionFork) = {{30, 30, 30, 30}, {20, 20, 20, 20}};
  costs.of(CostKind::RegionStart).inside = costs.of(CostKind::RegionFork).inside;
  costs.of(CostKind::RegionBody).inside = {10, 10, 10, 10};
  costs.of(CostKind::RegionJoin).inside = {40, 40, 40, 40};
  Frequency region;
  region.executions.of(CostKind::RegionFork) = region.executions.of(CostKind::RegionJoin) = 1;
  region.executions.of(CostKind::RegionStart) = 3;
  region.executions.of(CostKind::RegionBody) = 4;
  CHECK(predictedCost({region}, costs).front().cost.direct == 4 * (20 + 30 + 10 + 40));
}

TEST_CASE("all threads wait for the end of serial code") {
  Frequency statement;
  statement.executions.of(CostKind::Serial) = 10;
  statement.executions.of(CostKind::TooShort) = 100;
  statement.executions.of(CostKind::Wait) = 3;
  double serial = 10 * priceOf(CostKind::Serial) + 100 * priceOf(CostKind::TooShort);
  CHECK(predictedCost({statement}, prices(), 4).front().cost.direct ==
        4 * serial + 3 * priceOf(CostKind::Wait));
}

TEST_CASE("copies of a construct in several units are one") {
  FakeRun run(1);
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t one = run.node(NodeKind::Barrier, ""), other = run.node(NodeKind::Barrier, "");
  run.fork(region, {1});
  run.barrier(one, {1});
  run.barrier(other, {1});
  run.join(1);
  Profile profile = run.finish();
  REQUIRE(profile.node(one)->id == profile.node(other)->id);
  const auto constructs = predictedCost(profile, prices());
  CHECK(constructs.size() == 2);
  CHECK(of(constructs, *profile.node(one)).frequency.entries() == 2);
}

TEST_CASE("the mean of runs counts a construct that was not executed as none") {
  Frequency often, seldom;
  often.id = "often";
  seldom.id = "seldom";
  often.executions.of(CostKind::Work) = 10;
  seldom.executions.of(CostKind::Work) = 4;
  auto mean = meanFrequencies({{often}, {often, seldom}});
  REQUIRE(mean.size() == 2);
  CHECK(mean[0].executions.of(CostKind::Work) == 10);
  CHECK(mean[1].executions.of(CostKind::Work) == 2);
}
