// SPDX-License-Identifier: Apache-2.0
// The paper's algebra on tables of times that are fed in: no clock takes part.
#include "analyzer/coupling/call_order.h"
#include "analyzer/coupling/composition.h"

#include "tests/catch.hpp"

#include <numeric>
#include <random>

using namespace tare;

namespace {

/// Windows of one repetition: `alone` by position, then the pairs AB, BC, CA, ...
WindowTimes timesOf(const std::vector<double> &alone, const std::vector<double> &pairs) {
  WindowTimes times;
  times.cycle = static_cast<int>(alone.size());
  times.windows = windowsOf(times.cycle, 2);
  std::vector<double> all = alone;
  all.insert(all.end(), pairs.begin(), pairs.end());
  times.repetitions.push_back(all);
  return times;
}

} // namespace

TEST_CASE("windows are cyclic neighbours, by position") {
  auto windows = windowsOf(3, 2);
  REQUIRE(windows.size() == 6);
  CHECK(windows[2] == KernelWindow{2, 1});
  CHECK(windows[5].positions(3) == std::vector<int>{2, 0});
  CHECK(windowsOf(3, 3).back().positions(3) == std::vector<int>{2, 0, 1});
  CHECK(windowsOf(2, 3).size() == 2); // a cycle of two has no chain of three
  CHECK(windowsOf(4, 1).size() == 4);
}

TEST_CASE("the paper's coefficients h, k and y") {
  const double a = 2, b = 3, c = 5, ab = 4, bc = 9, ca = 7;
  WindowTimes times = timesOf({a, b, c}, {ab, bc, ca});
  const double c_ab = ab / (a + b), c_bc = bc / (b + c), c_ac = ca / (a + c);
  const std::vector<double> &only = times.repetitions.front();
  CHECK(couplingIn(only, times, 3) == Approx(c_ab));
  CHECK(couplingIn(only, times, 5) == Approx(c_ac));
  std::vector<double> found = coefficientsIn(only, times, 2);
  CHECK(found[0] == Approx((c_ab * ab + c_ac * ca) / (ab + ca)));
  CHECK(found[1] == Approx((c_ab * ab + c_bc * bc) / (ab + bc)));
  CHECK(found[2] == Approx((c_ac * ca + c_bc * bc) / (ca + bc)));
  CHECK(composed(times, 2).composed.time_s == Approx(found[0] * a + found[1] * b + found[2] * c));
}

TEST_CASE("without interaction the composed time is the plain sum") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> alone, pairs;
    size_t cycle = 2 + random() % 6;
    for (size_t k = 0; k < cycle; ++k)
      alone.push_back(1e-6 * (1 + random() % 1000));
    for (size_t k = 0; k < cycle; ++k)
      pairs.push_back(alone[k] + alone[(k + 1) % cycle]);
    KernelComposition made = composed(timesOf(alone, pairs), 2);
    double sum = std::accumulate(alone.begin(), alone.end(), 0.0);
    CHECK(made.composed.time_s == Approx(sum));
    CHECK(made.plain_sum.time_s == Approx(sum));
    for (const CoupledWindow &window : made.windows)
      CHECK(kindOf(window.coupling) == CouplingKind::None);
  }
}

TEST_CASE("one coupling for all windows scales the sum by it") {
  KernelComposition made = composed(timesOf({1, 2, 3, 4}, {0.8 * 3, 0.8 * 5, 0.8 * 7, 0.8 * 5}), 2);
  CHECK(made.composed.time_s == Approx(8));
  CHECK(made.plain_sum.time_s == Approx(10));
}

TEST_CASE("a wide band tells no coupling, unless it lies far from 1") {
  CHECK(kindOf({1.02, 1.01, 1.03}) == CouplingKind::Destructive);
  CHECK(kindOf({0.98, 0.97, 0.99}) == CouplingKind::Constructive);
  CHECK(kindOf({1.01, 0.97, 1.05}) == CouplingKind::None);
  CHECK(kindOf({1.342, 1.028, 1.656}) == CouplingKind::Unknown); // its low end is just above 1
  CHECK(kindOf({0.70, 0.45, 0.95}) == CouplingKind::Unknown);
  CHECK(kindOf({1.66, 1.56, 1.76}) == CouplingKind::Destructive);
  CHECK(kindOf({1.0, 0.9, 1.1}) == CouplingKind::Unknown);
}

TEST_CASE("a kernel that is called twice counts by position") {
  // cffts1, transpose, cffts2, cffts1: the pair cffts1 <-> cffts1 closes the cycle
  WindowTimes times = timesOf({1, 2, 3, 1}, {3, 5, 4.4, 1.6});
  std::vector<double> found = coefficientsIn(times.repetitions.front(), times, 2);
  CHECK(couplingIn(times.repetitions.front(), times, 7) == Approx(0.8));
  CHECK(found[0] == Approx((1.0 * 3 + 0.8 * 1.6) / 4.6));
  CHECK(found[3] == Approx((1.1 * 4.4 + 0.8 * 1.6) / 6.0));
  CHECK(found[1] == Approx(1));
}

TEST_CASE("two kernels: both pairs are the whole pass") {
  KernelComposition made = composed(timesOf({2, 2}, {3, 3}), 2);
  CHECK(made.composed.time_s == Approx(3));
  CHECK(kindOf(made.windows.front().coupling) == CouplingKind::Constructive);
}

TEST_CASE("a chain as long as the cycle is the pass itself") {
  WindowTimes times;
  times.cycle = 3;
  times.windows = windowsOf(3, 3);
  times.repetitions = {{1, 2, 3, 5, 5, 5}};
  KernelComposition made = composed(times, 3);
  CHECK(made.windows.size() == 3);
  CHECK(made.composed.time_s == Approx(5));
  CHECK(made.coefficients[1].value == Approx(5.0 / 6));
}

TEST_CASE("pairs and chains of one list are told apart") {
  WindowTimes times;
  times.cycle = 3;
  times.windows = windowsOf(3, 2);
  for (const KernelWindow &window : windowsOf(3, 3))
    if (window.length == 3)
      times.windows.push_back(window);
  times.repetitions = {{1, 1, 1, 2, 2, 2, 2.7, 2.7, 2.7}};
  CHECK(composed(times, 2).composed.time_s == Approx(3));
  CHECK(composed(times, 3).composed.time_s == Approx(2.7));
}

TEST_CASE("what all times of a repetition share cancels in the coupling") {
  WindowTimes times = timesOf({1, 1}, {1.8, 1.8});
  times.repetitions.clear();
  for (double speed : {1.0, 1.7, 0.6, 2.5, 1.1, 0.9})
    times.repetitions.push_back({speed, speed, 1.8 * speed, 1.8 * speed});
  KernelComposition made = composed(times, 2);
  CHECK(made.windows[0].coupling.value == Approx(0.9));
  CHECK(made.windows[0].coupling.high - made.windows[0].coupling.low < 1e-9);
  CHECK(made.windows[0].time.high_s - made.windows[0].time.low_s > 0.1);
}

TEST_CASE("bands hold the truth about as often as they say") {
  std::mt19937_64 random(11);
  std::normal_distribution<double> noise(0, 0.02);
  int held = 0;
  const int trials = 300;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> values;
    for (int i = 0; i < 9; ++i)
      values.push_back(1 + noise(random));
    RatioBand band = robustBand(values);
    held += band.low <= 1 && 1 <= band.high;
  }
  CHECK(held >= trials * 90 / 100);
  CHECK(held < trials); // bands that hold all are no 95 % bands
}

TEST_CASE("a disturbed repetition at either end does not count") {
  CHECK(robustBand({1, 1, 1, 1, 1, 1, 1, 90}).value == Approx(1));
  CHECK(robustBand({5}).low == Approx(5));
}

TEST_CASE("runs that disagree are all within the band") {
  std::vector<double> values = {1, 1.001, 0.999, 1, 1.1, 1.101, 1.099, 1.1};
  RatioBand band = robustBand(values, {0, 0, 0, 0, 1, 1, 1, 1});
  CHECK(band.low <= Approx(1));
  CHECK(band.high >= Approx(1.1));
}

TEST_CASE("the loop: passes times a pass, and the code between once") {
  Estimate time = loopTime({2, 1.9, 2.2}, 10, {1, 0.5, 1.5});
  CHECK(time.time_s == Approx(21));
  CHECK(time.high_s == Approx(21 + std::hypot(2, 0.5)));
}

TEST_CASE("the cycle is the part that is repeated") {
  auto cycle = cycleOf({9, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 7});
  REQUIRE(cycle);
  CHECK(cycle->length == 3);
  CHECK(cycle->passes == 3);
  CHECK(cycle->first == 1);
  CHECK(cycle->end() == 10);
}

TEST_CASE("a kernel twice in a pass; an inner loop; no loop") {
  std::vector<int> fft, inner;
  for (int pass = 0; pass < 5; ++pass) {
    fft.insert(fft.end(), {0, 1, 2, 0});
    for (int i = 0; i < 6; ++i)
      inner.insert(inner.end(), {0, 1});
    inner.push_back(2);
  }
  CHECK(cycleOf(fft)->length == 4);
  CHECK(cycleOf(fft)->passes == 5);
  CHECK(cycleOf(inner)->length == 13);
  CHECK(cycleOf(std::vector<int>(10, 3))->length == 1);
  CHECK_FALSE(cycleOf({0, 1, 2, 3}));
  CHECK_FALSE(cycleOf({}));
  CHECK_FALSE(cycleOf({4}));
}
