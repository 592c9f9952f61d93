// SPDX-License-Identifier: Apache-2.0
// A loop takes what its busiest resource takes: made costs, work of closed form, exact times.
#include "catch.hpp"
#include "tests/operation_model/made_node.h"

using namespace tare;
using namespace tare::testing;

namespace {

constexpr double ns = 1e-9;

} // namespace

TEST_CASE("operations times their costs") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 1000});
  node.loops[1].counts = {loads(2000), stores(1000), counted(OperationKind::FloatAdd, 1000),
                          counted(OperationKind::FloatMultiplyAdd, 1000),
                          counted(OperationKind::LoopStep, 1000)};
  LoopTime time = timeOf(node, loop);
  CHECK(time.time_s == Approx(1000 * (4 + 8) * ns)); // loads and stores go beside
  CHECK(time.decides == LoopResource::Throughput);
  CHECK(timeOf(node, loop, false).time_s == Approx(10 * time.time_s)); // without vectors
}

TEST_CASE("a chain holds up all else, a sum in memory more, and a divider may as well") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 1000});
  node.loops[1].counts = {loads(1000), counted(OperationKind::FloatAdd, 1000)};
  addChain(node, loop, "s", OperationKind::FloatAdd, 1000);
  addChain(node, loop, "t", OperationKind::FloatMultiplyAdd, 1000);
  LoopTime time = timeOf(node, loop);
  CHECK(time.time_s == Approx(1000 * 200 * ns)); // they do not wait for each other
  CHECK(time.decides == LoopResource::Chain);
  CHECK(time.culprit == "t");
  addAccess(node, loop, {"c", StrideClass::Invariant, 1000, 1000, {8, 8}});
  addChain(node, loop, "c[0]", OperationKind::FloatMultiplyAdd, 1000, true);
  CHECK(timeOf(node, loop).time_s == Approx(1000 * 250 * ns));
  CHECK(timeOf(node, loop).culprit == "c[0]");
  addChain(node, loop, "x[i]", OperationKind::FloatMultiplyAdd, 1000, true); // from x[i - 1]
  CHECK(timeOf(node, loop).time_s == Approx(1000 * 270 * ns));
  node.loops[1].counts.push_back(counted(OperationKind::FloatDivide, 1000));
  node.loops[1].counts.push_back(counted(OperationKind::Sqrt, 1000));
  CHECK(timeOf(node, loop, false).time_s == Approx(1000 * (300 + 400) * ns));
  CHECK(timeOf(node, loop, false).decides == LoopResource::Divider);
}

TEST_CASE("the arithmetic of subscripts is in the loads, other integers are not") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 100});
  node.loops[1].counts = {loads(100), counted(OperationKind::IntegerAdd, 100),
                          counted(OperationKind::IntegerMultiplyAdd, 100)};
  CHECK(timeOf(node, loop).time_s == Approx(100 * ns));
  node.loops[1].counts.push_back(counted(OperationKind::IntegerOther, 200));
  CHECK(timeOf(node, loop).time_s == Approx((100 + 200 * 0.5) * ns));
  node.loops[1].counts.push_back(counted(OperationKind::IntegerAdd, 300)); // of whole numbers alone
  CHECK(timeOf(node, loop).time_s == Approx((100 + 500 * 0.5) * ns));
  node.loops[1].counts.push_back(counted(OperationKind::FloatAdd, 100)); // so they are subscripts
  CHECK(timeOf(node, loop).time_s == Approx((400 + 200 * 0.5) * ns));
}

TEST_CASE("calls come on top; those without a known cost are named") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 10});
  node.loops[1].counts = {loads(10), counted(OperationKind::Call, 10, "exp"),
                          counted(OperationKind::Call, 20, "other")};
  LoopTime time = timeOf(node, loop);
  CHECK(time.time_s == Approx((10 + 10 * 1000) * ns));
  CHECK(time.decides == LoopResource::Calls);
  CHECK(time.culprit == "exp");
  SharedNode shared = sharedNode(node, 1, CountEnd::Most, {});
  OperationCosts costs = madeCosts();
  CHECK(unknownCalls({shared, loop, CountEnd::Most, true, costs}) ==
        std::map<std::string, double>{{"other", 20}});
}

TEST_CASE("where the code of a loop lies worst, its throughput is lower") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 1000});
  node.loops[1].counts = {loads(2000), stores(1000)};
  SharedNode shared = sharedNode(node, 1, CountEnd::Most, {});
  OperationCosts costs = madeCosts();
  costs.streams_badly_placed = Throughput({{"loads", {1, 0, 0, 0}, 3}});
  LoopTime time = loopTime({shared, loop, CountEnd::Most, true, costs});
  CHECK(time.time_s == Approx(1000 * 3 * ns));
  CHECK(time.badly_placed_s == Approx(1000 * 9 * ns));
  addChain(node, loop, "s", OperationKind::FloatAdd, 1000); // which decides in both
  LoopTime waits = timeOf(node, loop);
  CHECK(waits.badly_placed_s == waits.time_s);
}

TEST_CASE("a shape that no primitive has is said") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 10});
  node.loops[1].counts = {loads(20)};
  CHECK(timeOf(node, loop).unlike.empty());
  node.loops[1].counts = {loads(200), stores(200), counted(OperationKind::FloatAdd, 200)};
  CHECK_FALSE(timeOf(node, loop).unlike.empty());
}

TEST_CASE("short loops: the chain of the next one begins before this one ends") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.executions = 10, .iterations = 40});
  addChain(node, loop, "s", OperationKind::FloatAdd, 40);
  OperationCosts costs = madeCosts();
  costs.short_loops = {{4, -300}, {16, -100}};
  SharedNode shared = sharedNode(node, 1, CountEnd::Most, {});
  CHECK(loopTime({shared, loop, CountEnd::Most, false, costs}).chain_s ==
        Approx((40 * 100 - 10 * 300) * ns));
  node.loops[1].counts = {loads(160),
                          counted(OperationKind::FloatAdd, 80)};          // twice the operations:
  CHECK(loopTime({shared, loop, CountEnd::Most, false, costs}).chain_s == // 8 iterations, by half
        Approx((40 * 100 - 10 * 200 / 2) * ns));
  CHECK(costs.chainBegun(8) == Approx(-200)); // the middle of the logarithms
  CHECK(costs.chainBegun(2) == Approx(-200)); // never more than the chain itself
  CHECK(costs.chainBegun(1000) == -100);
}

TEST_CASE("streams: bytes of a call come again in the next call") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 62500});
  node.loops[1].counts = {loads(62500), stores(62500)};
  addAccess(node, loop, {"a", StrideClass::Unit, 62500, 0, {500000, 500000}});
  addAccess(node, loop, {"b", StrideClass::Unit, 0, 62500, {500000, 500000}});
  LoopTime time = timeOf(node, loop);
  CHECK(memoryOf(time, "a", 0).distance == 1e6);
  CHECK(time.memory_s == Approx(500000 * (1 + 2) * ns));
  CHECK(time.time_s == time.memory_s);
  CHECK(time.decides == LoopResource::Memory);
  CHECK(time.culprit == "b");
}

TEST_CASE("bytes that are read and written cost as such") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 125000});
  node.loops[1].counts = {loads(125000), stores(125000)};
  addAccess(node, loop, {"a", StrideClass::Unit, 125000, 125000, {1000000, 1000000}});
  SharedNode shared = sharedNode(node, 1, CountEnd::Most, {});
  OperationCosts costs = madeCosts();
  CHECK(loopTime({shared, loop, CountEnd::Most, true, costs}).memory_s == Approx(1000000 * 3 * ns));
}

TEST_CASE("rows from a nearer cache beside rows of the same array from afar") {
  CountedNode node = madeFunction();
  int outer = addLoop(node, {.iterations = 100});
  int loop = addLoop(node, {.parent = outer, .executions = 100, .iterations = 100000});
  node.loops[2].counts = {loads(300000)};
  addAccess(node, loop, {"a", StrideClass::Unit, 300000, 0, {2400000, 800000, 800000}});
  SharedNode shared = sharedNode(node, 1, CountEnd::Most, {});
  OperationCosts costs = madeCosts();
  costs.levels[1].beside = 0.25;
  LoopTime time = loopTime({shared, loop, CountEnd::Most, true, costs});
  double once = costs.levelFor(800000).read;
  double again = std::max(costs.levelFor(24000).read, costs.levelFor(800000).beside);
  CHECK(time.memory_s == Approx((800000 * once + 1600000 * again) * ns));
  CHECK(costs.levelFor(small).beside == 0);
}

TEST_CASE("indirect accesses cost by the size of their array; a guessed one is marked") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 1000});
  addAccess(node, loop, {"x", StrideClass::Indirect, 1000, 0, {}});
  SharedNode guessed = sharedNode(node, 1, CountEnd::Most, {});
  CHECK(guessed.loops[1].accesses[0].guessed);
  CHECK(guessed.bytesOfArray("x") == 8000);
  SharedNode said = sharedNode(node, 1, CountEnd::Most, {{"x", 400}});
  CHECK_FALSE(said.loops[1].accesses[0].guessed);
  CHECK(said.bytesOfArray("x") == 400);
  OperationCosts costs = madeCosts();
  CHECK(loopTime({said, loop, CountEnd::Most, false, costs}).memory_s == 0);
  SharedNode far = sharedNode(node, 1, CountEnd::Most, {{"x", 1e9}});
  CHECK(loopTime({far, loop, CountEnd::Most, false, costs}).memory_s > 0);
}

TEST_CASE("updates at indirect places: nothing is a load or store besides") {
  CountedNode node = madeFunction();
  int loop = addLoop(node, {.iterations = 1000});
  addAccess(node, loop, {"h", StrideClass::Indirect, 1000, 1000, {}});
  LoopTime time = timeOf(node, loop);
  CHECK(time.updates_s == Approx(1000 * 7 * ns));
}
