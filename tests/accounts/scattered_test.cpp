// SPDX-License-Identifier: Apache-2.0
// Iterations that differ one by one, in no order.
#include "catch.hpp"

#include "analyzer/accounts/inside_loop.h"
#include "analyzer/ledger/iteration_shape.h"

#include <cmath>

using namespace tare;

namespace {

/// 1600 iterations, of which 7 of 15 take `heavy` and others 1 us, in no order.
std::vector<WeighedIteration> every(double heavy) {
  std::vector<WeighedIteration> iterations;
  for (int64_t i = 0; i < 1600; ++i)
    iterations.push_back({i, (uint32_t(i) * 2654435761u >> 16) % 15 < 7 ? heavy : 1e-6, 1});
  return iterations;
}

IterationShape shapeOf(const std::vector<WeighedIteration> &iterations) {
  ConstructLines loop;
  loop.iterations = iterationBins(iterations);
  std::optional<IterationShape> shape = tare::shapeOf(loop);
  REQUIRE(shape);
  return *shape;
}

using Kind = IterationShape::Kind;

} // namespace

TEST_CASE("stretches tell the standard deviation of single iterations") {
  IterationShape shape = shapeOf(every(5e-6));
  CHECK(shape.kind == Kind::Scattered);
  double p = 7.0 / 15, mean = 1 + 4 * p;
  CHECK(shape.mean_s == Approx(mean * 1e-6).epsilon(0.05));
  CHECK(shape.deviation == Approx(4 * std::sqrt(p * (1 - p)) / mean).epsilon(0.05));
  CHECK(shapeOf(every(1.2e-6)).kind == Kind::Even);
  CHECK(shapeOf(every(1e-6)).deviation < 1e-9);
}

TEST_CASE("an interruption is no iteration's") {
  std::vector<WeighedIteration> iterations = every(1e-6);
  for (size_t i = 50; i < iterations.size(); i += 100)
    iterations[i].time_s = 1.8e-6; // one in each stretch
  CHECK(shapeOf(iterations).deviation < 1e-9);
  for (size_t i = 51; i < iterations.size(); i += 50)
    iterations[i].time_s = 1.8e-6; // three
  CHECK(shapeOf(iterations).deviation > 0.1);
}

TEST_CASE("the clock is as uneven as iterations that are short") {
  std::vector<WeighedIteration> iterations = every(5e-6);
  for (WeighedIteration &iteration : iterations)
    iteration.time_s /= 100;
  CHECK(shapeOf(iterations).kind == Kind::Even);
}

TEST_CASE("of few samples the stretches differ by chance") {
  std::vector<WeighedIteration> all = every(5e-6), few;
  for (size_t i = 0; i < all.size(); i += 11)
    few.push_back(all[i]);
  double mean = shapeOf(few).mean_s, squares = 0;
  ConstructLines loop;
  loop.iterations = iterationBins(few);
  for (const IterationBin &bin : loop.iterations)
    squares += (bin.mean_s - mean) * (bin.mean_s - mean) / double(loop.iterations.size());
  CHECK(std::sqrt(squares) > 0.1 * mean); // uneven, if that were their own
  CHECK(shapeOf(few).kind == Kind::Scattered);
}

TEST_CASE("the longest of p threads is late by the expected largest of p normal values") {
  auto late = [](double share) { return share / (1 - share); };
  CHECK(late(chanceImbalance(1, 100, 2)) == Approx(0.1 / std::sqrt(M_PI)).epsilon(0.001));
  CHECK(late(chanceImbalance(1, 100, 3)) == Approx(0.15 / std::sqrt(M_PI)).epsilon(0.001));
  CHECK(late(chanceImbalance(0.5, 400, 4)) == Approx(1.0294 / 40).epsilon(0.001));
  CHECK(late(chanceImbalance(1, 1, 16)) == Approx(1.7660).epsilon(0.001));
  CHECK(chanceImbalance(1, 100, 1) == 0);
  CHECK(chanceImbalance(1, 0, 8) == 0);
  CHECK(chanceImbalance(0, 100, 8) == 0);
}
