// SPDX-License-Identifier: Apache-2.0
#include "calibration/made_pair.h"

#include "catch.hpp"

using namespace tare;
using namespace tare::testing;

namespace {

PairExcess computed(const MadePair &pair) {
  Result<PairExcess> excess = excessOf(pair.plain, pair.probed, pair.made.profile_);
  if (!excess.ok())
    FAIL(excess.error().text());
  return excess.value();
}

void check(const Excess &excess, double inside, double outside) {
  CHECK(excess.inside == Approx(inside).margin(1e-9));
  CHECK(excess.outside == Approx(outside).margin(1e-9));
}

void checkDense(const PairExcess &pair, CostKind kind, double inside, double outside) {
  INFO(costKindName(kind));
  check(pair.dense[static_cast<size_t>(kind)], inside, outside);
}

void checkCold(const PairExcess &pair, CostKind kind, double inside, double outside) {
  INFO(costKindName(kind));
  check(pair.cold[static_cast<size_t>(kind)], inside, outside);
}

} // namespace

TEST_CASE("of an empty body the cell is the cost inside, the rest of the excess is outside") {
  PairExcess pair = computed(madePair());
  checkDense(pair, CostKind::Work, 30, 20);
  checkCold(pair, CostKind::Work, 60, 40);
  checkDense(pair, CostKind::Serial, 16, 19);
  checkCold(pair, CostKind::Serial, 32, 38);
  checkDense(pair, CostKind::Iteration, 1.5, 0);
  checkCold(pair, CostKind::Iteration, 3, 0);
}

TEST_CASE("what OpenMP itself takes is the time without probes") {
  PairExcess pair = computed(madePair());
  CHECK(pair.primitives.at("parallel") == 900);
  CHECK(pair.primitives.at("single, with its barrier") == 330);
  CHECK(pair.primitives.at("task: its creation") == 90);
}

TEST_CASE("between other operations both sides are one, and a wait and what is held are apart") {
  PairExcess pair = computed(madePair());
  auto amid = [&](CostKind kind) { return pair.amid[static_cast<size_t>(kind)]; };
  CHECK(*amid(CostKind::Work) == Approx(50));
  CHECK(*amid(CostKind::Serial) == Approx(20));
  CHECK(*amid(CostKind::TooShort) == Approx(3));
  CHECK(*amid(CostKind::Iteration) == Approx(1));
  CHECK(*amid(CostKind::Count) == Approx(0.5));
  CHECK(*amid(CostKind::LockHeld) == Approx(30 * 10.0 / 50)); // as back to back
  CHECK(*amid(CostKind::LockWait) == Approx(30 * 40.0 / 50));
  CHECK(*amid(CostKind::Wait) == Approx(16));
  CHECK(*amid(CostKind::TaskWait) == Approx(22));
  CHECK(!amid(CostKind::Barrier));
  CHECK(!amid(CostKind::RegionFork));
}

TEST_CASE("how much probes differ is what lies between two barriers, on any thread") {
  MadePair pair = madePair();
  uint32_t barrier = pair.made.node("barrier", NodeKind::Barrier);
  uint32_t loop = pair.made.node("barrier", NodeKind::Loop);
  uint32_t elsewhere = pair.made.node("barrier_apart", NodeKind::Barrier);
  auto meets = [&](size_t thread, uint32_t at, Ticks between) {
    Segment segment;
    segment.barrier_node = at;
    segment.region_node = loop;
    SpentTime record;
    record.ticks = between;
    record.node = loop;
    record.kind = Spent::Body;
    segment.spent = {record};
    pair.made.profile_.threads[thread].log.push_back(segment);
  };
  CHECK(computed(pair).dispersion_ns == 0);
  for (int i = 0; i < 200; ++i) {
    for (size_t thread : {0u, 1u}) {
      meets(thread, barrier, (i % 2 ? 30 : 10) + (thread ? 4 : 0)); // one is slower
      meets(thread, elsewhere, 7 * i);
    }
    if (i < 3)
      meets(0, barrier, 5000); // was interrupted
  }
  CHECK(computed(pair).dispersion_ns == Approx(100.0 / 22).epsilon(0.01));
}

TEST_CASE("a loop's first iteration has what set-up and body have beyond other probes") {
  PairExcess pair = computed(madePair());
  checkDense(pair, CostKind::LoopStart, 30, 15); // set-up of 40, of which 10 are the plain loop's
  checkCold(pair, CostKind::LoopStart, 50, 16);  // no more than the excess has
}

TEST_CASE("all that a count takes is in what is around it") {
  PairExcess pair = computed(madePair());
  checkDense(pair, CostKind::TooShort, 0, 4.5);
  checkCold(pair, CostKind::TooShort, 0, 36);
  checkDense(pair, CostKind::Count, 0, 2.5);
  checkCold(pair, CostKind::Count, 0, 30);
}

TEST_CASE(
    "of a wait what is around it has the cost outside, and a cold one divides as a warm one") {
  PairExcess pair = computed(madePair());
  checkDense(pair, CostKind::LockHeld, 10, 0);
  checkDense(pair, CostKind::LockWait, 25, 15);
  checkCold(pair, CostKind::LockHeld, 20, 0);
  checkCold(pair, CostKind::LockWait, 50, 30);
  checkDense(pair, CostKind::SampledHeld, 9, 0);
  checkDense(pair, CostKind::SampledWait, 75 - 30, 15); // less what the lock takes without probes
  checkCold(pair, CostKind::SampledWait, 75 - 30 + 50 - 25, 30);
  CHECK(*pair.amid[size_t(CostKind::SampledWait)] == Approx(75 - (62 - 32) + 15));
  checkDense(pair, CostKind::Wait, 12, 8);
  checkCold(pair, CostKind::Wait, 24, 16);
  checkDense(pair, CostKind::TaskWait, 18, 7);
  checkCold(pair, CostKind::TaskWait, 36, 14);
  checkDense(pair, CostKind::Barrier, 60, 40);
  checkCold(pair, CostKind::Barrier, 120, 80);
}

TEST_CASE("what the cell of an empty body has beyond the excess did not lengthen the run") {
  MadePair pair = madePair();
  pair.kernel("work", 2, 25);
  pair.kernel("work_cold", 2, -3);
  PairExcess costs = computed(pair);
  checkDense(costs, CostKind::Work, 25, 0);
  checkCold(costs, CostKind::Work, 0, -3);
}

TEST_CASE("tasks: creating and running them are told apart") {
  PairExcess pair = computed(madePair());
  checkDense(pair, CostKind::TaskCreation, 22, 9);
  checkDense(pair, CostKind::Task, 14, 26);
  checkCold(pair, CostKind::TaskCreation, 44, 18);
  checkCold(pair, CostKind::Task, 28, 52);
}

TEST_CASE("tasks that run at once: what is left is divided in halves") {
  MadePair pair = madePair();
  pair.kernel("task_creation", 90, 9 + 14 + 50);
  pair.kernel("task", 1, 25.0 / 48); // the wait finds nothing to do
  PairExcess costs = computed(pair);
  checkDense(costs, CostKind::TaskCreation, 25, 9);
  checkDense(costs, CostKind::Task, 14, 25);
}

TEST_CASE("regions: the gap before a fork, the body, and two shares of the rest") {
  PairExcess pair = computed(madePair());
  checkDense(pair, CostKind::RegionFork, 120, 33);
  checkDense(pair, CostKind::RegionStart, 120, 0);
  checkDense(pair, CostKind::RegionBody, 21, 0);
  checkDense(pair, CostKind::RegionJoin, 80, 0);
  double around = 550 * 33.0 / 233;
  checkCold(pair, CostKind::RegionBody, 50, 0);
  checkCold(pair, CostKind::RegionFork, (550 - around) * 0.6, around);
  checkCold(pair, CostKind::RegionStart, (550 - around) * 0.6, 0);
  checkCold(pair, CostKind::RegionJoin, (550 - around) * 0.4, 0);
}

TEST_CASE("regions: all of a pair's excess is in their costs") {
  PairExcess pair = computed(madePair());
  double sum = 0;
  for (CostKind kind : {CostKind::RegionFork, CostKind::RegionBody, CostKind::RegionJoin})
    sum += pair.dense[static_cast<size_t>(kind)].total();
  CHECK(sum == Approx(254));
}

TEST_CASE("regions of one thread that take no longer with probes: fork and join share alike") {
  MadePair pair = madePair();
  pair.kernel("region_one_fork", 100, -1);
  pair.kernel("region_one_join", 300, -2);
  checkDense(computed(pair), CostKind::RegionFork, 100, 33);
  pair.kernel("region_one_join", 300, 5);
  checkDense(computed(pair), CostKind::RegionJoin, 200, 0);
}

TEST_CASE("regions without two in a row in the log: nothing is around them") {
  MadePair pair = madePair();
  pair.made.profile_.threads[1].log.clear();
  PairExcess costs = computed(pair);
  checkDense(costs, CostKind::RegionFork, 233 * 0.6, 0);
  checkDense(costs, CostKind::RegionJoin, 233 * 0.4, 0);
}

TEST_CASE("a kernel that was not measured is named") {
  MadePair pair = madePair();
  pair.plain.kernels.erase("lock_cold");
  Result<PairExcess> excess = excessOf(pair.plain, pair.probed, pair.made.profile_);
  REQUIRE(!excess.ok());
  CHECK(excess.error().message == "the calibration program did not measure 'lock_cold'");
}

TEST_CASE("a construct that has no probes is named") {
  MadePair pair = madePair();
  for (Node &node : pair.made.profile_.modules[0].tree.nodes)
    if (node.id.function == "barrier" && node.kind == NodeKind::Barrier)
      node.kind = NodeKind::Other;
  Result<PairExcess> excess = excessOf(pair.plain, pair.probed, pair.made.profile_);
  REQUIRE(!excess.ok());
  CHECK(excess.error().message == "the profile has no barrier in barrier");
}

TEST_CASE("what the program prints: blanks in paths, nothing twice, nothing unknown") {
  auto read = readScaleOutput("runtime /a b/libgomp.so.1\nthreads 2\nkernel work 100 5000\n"
                              "interrupted 0.0125 25300\nwaited 0.0002\n");
  REQUIRE(read.ok());
  CHECK(read.value().runtime == "/a b/libgomp.so.1");
  CHECK(read.value().threads == 2);
  CHECK(read.value().interrupted == 0.0125);
  CHECK(read.value().interruption_ns == 25300);
  CHECK(read.value().waited == 0.0002);
  CHECK(!readScaleOutput("threads 2\n").value().waited);
  CHECK(read.value().kernels.at("work").each() == 50);
  for (const char *bad : {"", "threads 0\n", "threads 2 3\n", "threads 2\nkernel work 0 10\n",
                          "threads 2\nkernel work 10\n", "threads 2\nkernel work 10 -1\n",
                          "threads 2\nkernel a 1 1\nkernel a 1 1\n", "threads 2\nHello\n",
                          "threads 2\ninterrupted -1 10\n", "threads 2\ninterrupted 0.1 -1\n",
                          "threads 2\ninterrupted 0.1\n", "threads 2\ninterrupted 0.1 10 s\n",
                          "threads 2\nwaited -1\n", "threads 2\nwaited\n"}) {
    INFO(bad);
    CHECK(!readScaleOutput(bad).ok());
  }
}

TEST_CASE("a cell that an interruption made too large does not count where another pair has less") {
  MadePair disturbed = madePair();
  for (auto &node : disturbed.made.profile_.threads[1].nodes)
    for (ProfileCell &cell : node.cells)
      cell.ticks *= 40;
  disturbed.kernel("barrier_apart", 700, 60 + 40 + 7); // what was timed is each pair's own
  std::vector<PairExcess> pairs = withLeastCells({computed(disturbed), computed(madePair())});
  REQUIRE(pairs.size() == 2);
  checkDense(pairs[0], CostKind::Barrier, 67, 40);
  checkDense(pairs[1], CostKind::Barrier, 60, 40);
  PairExcess quiet = computed(madePair());
  for (CostKind kind : {CostKind::Work, CostKind::LockWait, CostKind::LockHeld, CostKind::Task,
                        CostKind::RegionFork, CostKind::RegionBody, CostKind::LoopStart}) {
    auto at = static_cast<size_t>(kind);
    checkDense(pairs[0], kind, quiet.dense[at].inside, quiet.dense[at].outside);
    checkCold(pairs[0], kind, quiet.cold[at].inside, quiet.cold[at].outside);
  }
}
