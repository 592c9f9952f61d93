// SPDX-License-Identifier: Apache-2.0
// Costs of a made machine are found again from its loops, and work takes what its busiest resource
// takes.
#include "analyzer/primitives/operation_costs.h"
#include "catch.hpp"

#include <algorithm>

using namespace tare;

namespace {

constexpr double load = 0.08, store = 0.15, flop = 0.05, add_latency = 0.5, fma_latency = 0.52,
                 multiply_latency = 0.7;

struct MadeLoop {
  const char *name;
  double loads, stores, flops, bytes_read, bytes_written, chain;
};

constexpr MadeLoop made[] = {
    {"sum", 1, 0, 1, 8, 0, add_latency},
    {"dot", 2, 0, 1, 16, 0, fma_latency},
    {"product", 1, 0, 1, 8, 0, multiply_latency},
    {"copy", 1, 1, 0, 8, 8, 0},
    {"scale", 1, 1, 1, 8, 8, 0},
    {"triad", 2, 1, 1, 16, 8, 0},
    {"update", 2, 1, 1, 8, 8, 0},
    {"add_four", 4, 1, 3, 32, 8, 0},
    {"cubic", 1, 1, 3, 8, 8, 0},
    {"stencil", 4, 1, 4, 24, 8, 0},
};

/// Bytes cost nothing in the first level, and much in the second.
MeasuredPrimitives madeMachine() {
  MeasuredPrimitives primitives;
  auto add = [&](const char *loop, int64_t bytes, double ns) {
    primitives.times.push_back({loop, bytes, 1, ns, ns, ns});
  };
  for (int64_t bytes : {16384, 1 << 20}) {
    double read = bytes > 100000 ? 0.1 : 0.001, written = bytes > 100000 ? 0.2 : 0.002;
    for (const MadeLoop &loop : made)
      add(loop.name, bytes,
          std::max({loop.loads * load + loop.stores * store + loop.flops * flop, loop.chain,
                    loop.bytes_read * read + loop.bytes_written * written}));
    add("strided_sum", bytes, bytes > 100000 ? 0.5 : 0.06);
    add("gather", bytes, bytes > 100000 ? 4 : 0.5);
    add("scatter", bytes, bytes > 100000 ? 2 : 0.3);
    for (const char *loop : {"divide", "root", "integer_sum", "maximum", "short_loops",
                             "exponential", "logarithm", "sine", "cosine", "power"})
      add(loop, bytes, 1);
  }
  return primitives;
}

OperationCosts madeCosts() { return operationCosts(madeMachine(), 1).value(); }

} // namespace

TEST_CASE("costs are found from the loops") {
  OperationCosts costs = madeCosts();
  CHECK(costs.load == Approx(load).epsilon(1e-6));
  CHECK(costs.store == Approx(store).epsilon(1e-6));
  CHECK(costs.flop == Approx(flop).epsilon(1e-6));
  CHECK(costs.chained_add == add_latency);
  CHECK(costs.chained_multiply_add == fma_latency);
  REQUIRE(costs.levels.size() == 2);
  CHECK(costs.levels[1].read == Approx(0.1).epsilon(1e-6));
  CHECK(costs.levels[1].written == Approx(0.2).epsilon(1e-6));
  CHECK(costs.levels[1].strided_load == 4);
}

TEST_CASE("the busiest resource decides") {
  OperationCosts costs = madeCosts();
  OperationsOfThread product; // a sum of products over rows: n^3 of them
  product.loads = 2e6;
  product.flops = product.chained_multiply_adds = 1e6;
  WorkTime small = timeOf(product, costs);
  CHECK(small.busiest == BusiestResource::Chain);
  CHECK(small.time_s == Approx(1e6 * fma_latency * 1e-9));
  OperationsOfThread stream;
  stream.loads = 2e6, stream.stores = stream.flops = 1e6;
  stream.bytes_read = 16e6, stream.bytes_written = 8e6;
  stream.footprint = 8000;
  CHECK(timeOf(stream, costs).busiest == BusiestResource::Throughput);
  CHECK(timeOf(stream, costs).time_s ==
        Approx(1e6 * (2 * load + store + flop) * 1e-9).epsilon(1e-6));
  stream.footprint = 24e6;
  CHECK(timeOf(stream, costs).busiest == BusiestResource::Memory);
  CHECK(timeOf(stream, costs).time_s == Approx(1e6 * (16 * 0.1 + 8 * 0.2) * 1e-9).epsilon(1e-6));
}

TEST_CASE("between two sizes the cost lies between, and never falls") {
  OperationCosts costs = madeCosts();
  double last = 0;
  for (double bytes = 1000; bytes < 1e8; bytes *= 1.5) {
    double now = costs.levelFor(bytes).indirect_load;
    CHECK(now >= last);
    last = now;
  }
  CHECK(costs.levelFor(131072).indirect_load == Approx(2.25)); // the middle of the logarithms
  CHECK(last == 4);
}

TEST_CASE("calls that were not measured are named") {
  OperationsOfThread work;
  work.calls = {{"exp", 1e6}, {"tgamma", 5}};
  WorkTime time = timeOf(work, madeCosts());
  CHECK(time.time_s == Approx(1e-3));
  CHECK(time.unknown_calls == std::vector<std::string>{"tgamma"});
}

TEST_CASE("what was not measured is an error") {
  CHECK_FALSE(operationCosts(madeMachine(), 2).ok());
  MeasuredPrimitives lacking = madeMachine();
  std::erase_if(lacking.times, [](auto &time) { return time.loop == "gather"; });
  auto costs = operationCosts(lacking, 1);
  REQUIRE_FALSE(costs.ok());
  CHECK(costs.error().text().find("'gather'") != std::string::npos);
}
