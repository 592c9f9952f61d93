// SPDX-License-Identifier: Apache-2.0
// Costs of a made machine are found again from its loops.
#include "analyzer/primitives/operation_costs.h"
#include "catch.hpp"

#include <algorithm>

using namespace tare;

namespace {

constexpr double load = 0.08, store = 0.15, flop = 0.05, any = 0.035; // a multiply-add: two flops

struct MadeStream {
  const char *name;
  OperationMix mix;
  double bytes_read, bytes_written, bytes_updated;
};

constexpr MadeStream made_streams[] = {
    {"copy", {1, 1, 0, 0}, 8, 8, 0},       {"scale", {1, 1, 1, 0}, 8, 8, 0},
    {"triad", {2, 1, 0, 1}, 16, 8, 0},     {"update", {2, 1, 0, 1}, 8, 0, 8},
    {"add_four", {4, 1, 3, 0}, 32, 8, 0},  {"cubic", {1, 1, 0, 3}, 8, 8, 0},
    {"stencil", {4, 1, 4, 0}, 24, 8, 0},   {"pair", {2, 2, 2, 0}, 16, 16, 0},
    {"polynomial", {1, 1, 0, 8}, 8, 8, 0}, {"squares", {3, 1, 5, 3}, 24, 8, 0},
    {"change", {1, 1, 1, 0}, 0, 0, 8},     {"exchange", {2, 2, 0, 0}, 0, 0, 16},
    {"rotate", {2, 2, 2, 2}, 0, 0, 16},
};

double busiest(const OperationMix &mix) {
  double flops = mix.flops + 2 * mix.multiply_adds;
  return std::max(
      {mix.loads * load, mix.stores * store, flops * flop, (mix.loads + mix.stores + flops) * any});
}

/// Bytes cost nothing in the first level, and much in the second; no vector instructions, so that
/// scalar loops take three times as long.
MeasuredPrimitives madeMachine() {
  MeasuredPrimitives primitives;
  for (int64_t bytes : {16384, 1 << 20}) {
    bool is_far = bytes > 100000;
    auto add = [&](const std::string &loop, double ns) {
      primitives.times.push_back({loop, bytes, 1, ns, ns, ns});
    };
    for (const MadeStream &loop : made_streams) {
      double core = busiest(loop.mix);
      double memory =
          is_far ? loop.bytes_read * 0.1 + loop.bytes_written * 0.2 + loop.bytes_updated * 0.15 : 0;
      add(loop.name, std::max(core, memory));
      add(std::string("scalar_") + loop.name, std::max(3 * core, memory));
    }
    for (auto [loop, ns] :
         {std::pair("sum", 0.5), std::pair("dot", 0.52), std::pair("product", 0.7),
          std::pair("memory_sum", 0.9), std::pair("prefix_sum", 1.9), std::pair("maximum", 0.6)})
      add(loop, ns);
    add("strided_sum", is_far ? 0.5 : 0.06);
    add("column_sum", is_far ? 0.9 : 0.06);
    add("rows", is_far ? 8 * (0.1 + 0.2) + 16 * 0.05 : 0.4);
    add("gather", is_far ? 4 : 0.5);
    add("scatter", is_far ? 2 : 0.3);
    for (int length : {5, 11, 21, 43, 85, 171}) {
      add("sums_of_" + std::to_string(length), 0.5 - 0.8 / length);
      add("streams_of_" + std::to_string(length), busiest(made_streams[1].mix) + 1.5 / length);
    }
    for (const char *loop : {"divide", "root", "scalar_divide", "scalar_root", "integer_divide",
                             "integer_sum", "exponential", "logarithm", "sine", "cosine", "power"})
      add(loop, 1);
  }
  return primitives;
}

OperationCosts madeCosts() { return operationCosts(madeMachine(), 1).value(); }

} // namespace

TEST_CASE("costs are found from the loops") {
  OperationCosts costs = madeCosts();
  CHECK(costs.chained_add == 0.5);
  CHECK(costs.chained_multiply_add == 0.52);
  CHECK(costs.kept_in_memory == Approx(0.4));
  CHECK(costs.passed_in_memory == Approx(1.4));
  double around = 3 * busiest({1, 0, 1, 0}); // an iteration of the outer loop, without vectors
  CHECK(costs.streamBegun(50) == Approx(1.5 - around));
  CHECK(costs.streamBegun(0) == 0);
  CHECK(costs.chainBegun(21) == Approx(-0.8 - around));
  REQUIRE(costs.levels.size() == 2);
  CHECK(costs.levels[0].read == 0);
  CHECK(costs.levels[1].read == Approx(0.1).epsilon(1e-6));
  CHECK(costs.levels[1].written == Approx(0.2).epsilon(1e-6));
  CHECK(costs.levels[1].updated == Approx(0.15).epsilon(1e-6));
  CHECK(costs.levels[1].beside == Approx(0.05));
  CHECK(costs.levels[1].strided_line == 4);
  CHECK(costs.levels[1].column_line == Approx(7.2));
  CHECK(costs.levels[1].indirect_load ==
        Approx(4 - 4 * 0.1 - 8 * 0.2)); // without what lies in order
}

TEST_CASE("an iteration takes what the busiest part of the core takes") {
  OperationCosts costs = madeCosts();
  for (OperationMix mix :
       {OperationMix{1, 1, 0, 0}, OperationMix{5, 2, 7, 3}, OperationMix{0, 0, 1, 0}}) {
    CHECK(costs.streams.time_ns(mix) == Approx(busiest(mix)).epsilon(1e-6));
    CHECK(costs.scalar_streams.time_ns(mix) == Approx(3 * busiest(mix)).epsilon(1e-6));
  }
}

TEST_CASE("a loop like a measured one takes what that one takes, whatever the fit says") {
  MeasuredPrimitives primitives = madeMachine();
  for (PrimitiveTime &time : primitives.times)
    if (time.loop == "squares")
      time.time_ns *= 1.5;
  OperationCosts costs = operationCosts(primitives, 1).value();
  OperationMix squares{3, 1, 5, 3}, far{40, 1, 0, 0};
  CHECK(costs.streams.time_ns(squares) == Approx(1.5 * busiest(squares)).epsilon(1e-3));
  CHECK(costs.streams.distance(squares) == 0);
  CHECK(costs.streams.nearest(squares) == "squares");
  CHECK(costs.streams.distance(far) > largest_distance);
}

TEST_CASE("between two sizes the cost lies between, and never falls") {
  OperationCosts costs = madeCosts();
  double last = 0;
  for (double bytes = 1000; bytes < 1e8; bytes *= 1.5) {
    double now = costs.levelFor(bytes).indirect_load;
    CHECK(now >= last);
    last = now;
  }
  CHECK(costs.levelFor(131072).read == Approx(0.05)); // the middle of the logarithms
  CHECK(last == Approx(2));
}

TEST_CASE(
    "the size of an array that is accessed indirectly is a part of what gather goes through") {
  OperationCosts costs = madeCosts();
  CHECK(costs.indirectLevelFor(0.4 * (1 << 20)).indirect_load == Approx(2));
  CHECK(costs.indirectLevelFor(0.4 * 16384).indirect_load == 0);
  CHECK(costs.indirectLevelFor(0.5 * (1 << 20)).indirect_update == costs.levels[1].indirect_update);
}

TEST_CASE("what was not measured is an error") {
  CHECK_FALSE(operationCosts(madeMachine(), 2).ok());
  MeasuredPrimitives lacking = madeMachine();
  std::erase_if(lacking.times, [](auto &time) { return time.loop == "gather"; });
  auto costs = operationCosts(lacking, 1);
  REQUIRE_FALSE(costs.ok());
  CHECK(costs.error().text().find("'gather'") != std::string::npos);
}
