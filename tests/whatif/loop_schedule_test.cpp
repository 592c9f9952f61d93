// SPDX-License-Identifier: Apache-2.0
// Schedules against the loop done iteration by iteration.
#include "analyzer/whatif/loop_schedule.h"
#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace tare;

namespace {

using ScheduleKind = LoopSchedule::Kind;

/// Whoever is free takes the next chunk; static ones in turn.
std::vector<double> byHand(const LoopSchedule &schedule, const std::vector<double> &costs,
                           size_t threads) {
  std::vector<double> time(threads, 0);
  size_t n = costs.size(), turn = 0;
  for (size_t from = 0; from < n;) {
    size_t size = static_cast<size_t>(schedule.leastChunk());
    if (schedule.kind == ScheduleKind::Guided)
      size = std::max(size, (n - from + threads - 1) / threads);
    size_t owner = 0;
    if (schedule == LoopSchedule{}) {
      owner = turn;
      size = n / threads + (turn < n % threads);
    } else if (schedule.kind == ScheduleKind::Static) {
      owner = turn % threads;
    } else {
      owner = static_cast<size_t>(std::ranges::min_element(time) - time.begin());
    }
    ++turn;
    for (size_t i = from; i < std::min(from + size, n); ++i)
      time[owner] += costs[i];
    from += size;
  }
  return time;
}

} // namespace

TEST_CASE("each schedule gives the threads what the loop itself would") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    size_t n = 1 + random() % 60, threads = 1 + random() % 6;
    std::vector<double> costs(n);
    for (double &cost : costs)
      cost = 1 + static_cast<double>(random()) / 5e7; // no two the same
    double work = std::accumulate(costs.begin(), costs.end(), 0.0);
    for (LoopSchedule schedule : {LoopSchedule{}, LoopSchedule{ScheduleKind::Static, 1},
                                  LoopSchedule{ScheduleKind::Static, 3}, LoopSchedule{ScheduleKind::Dynamic, 0},
                                  LoopSchedule{ScheduleKind::Dynamic, 4}, LoopSchedule{ScheduleKind::Guided, 2}}) {
      LoopShares shares =
          sharedOut(schedule, static_cast<double>(n), CostCurve(costs), work, threads);
      std::vector<double> expected = byHand(schedule, costs, threads);
      INFO(schedule.text() << ", " << n << " iterations, " << threads << " threads");
      for (size_t t = 0; t < threads; ++t)
        CHECK(shares.time[t] == Approx(expected[t]).margin(1e-6 * work));
    }
  }
}

TEST_CASE("of a million chunks neighbours are taken together, and nothing is lost") {
  std::vector<double> costs(64);
  for (size_t i = 0; i < costs.size(); ++i)
    costs[i] = static_cast<double>(i + 1);
  for (LoopSchedule schedule :
       {LoopSchedule{ScheduleKind::Static, 1}, LoopSchedule{ScheduleKind::Dynamic, 1}, LoopSchedule{ScheduleKind::Guided, 1}}) {
    LoopShares shares = sharedOut(schedule, 1e6, CostCurve(costs), 1000, 3);
    double sum = std::accumulate(shares.time.begin(), shares.time.end(), 0.0);
    CHECK(sum == Approx(1000));
    CHECK(*std::ranges::max_element(shares.time) < 1000.0 / 3 * 1.01);
    double chunks = std::accumulate(shares.chunks.begin(), shares.chunks.end(), 0.0);
    if (schedule.kind != ScheduleKind::Guided)
      CHECK(chunks == Approx(1e6).epsilon(0.001));
  }
}

TEST_CASE("dispatch goes to whoever is free, and who begins late gets less") {
  LoopShares shares = sharedOut({ScheduleKind::Dynamic, 1}, 10, {}, 100, 2, {0, 45}, 0);
  CHECK(shares.time[0] == Approx(70));
  CHECK(shares.time[1] == Approx(30));
  LoopShares costly = sharedOut({ScheduleKind::Dynamic, 1}, 10, {}, 100, 2, {}, 90);
  CHECK(costly.chunks == std::vector<double>{5, 5});
}

TEST_CASE("schedules as they are written") {
  CHECK(parseSchedule("static,1") == LoopSchedule{ScheduleKind::Static, 1});
  CHECK(parseSchedule("dynamic")->text() == "dynamic");
  CHECK(parseSchedule("guided, 4")->text() == "guided,4");
  for (const char *wrong : {"", "runtime", "static,0", "static,x", "dynamic,", "dynamic,-1"})
    CHECK_FALSE(parseSchedule(wrong));
  CHECK(scheduleAsWritten({}) == LoopSchedule{});
  CHECK_FALSE(scheduleAsWritten({"runtime", "", {}}));
  CHECK_FALSE(scheduleAsWritten({"static", "n", {}}));
}

TEST_CASE("the curve of samples") {
  std::vector<IterationCost> samples;
  for (int i = 0; i < 1000; ++i)
    samples.push_back({i, 10.0 + i, 1});
  samples[500].time = 1e6; // interrupted
  LoopCosts costs = loopCosts(samples, 1e3);
  CHECK(costs.samples == 1000);
  CHECK(costs.curve.upTo(0.5) == Approx(0.2575).epsilon(0.03));
  CHECK(costs.curve.upTo(1) == 1);
  CHECK(costs.curve.peak() == Approx(2).epsilon(0.03));
  CHECK(loopCosts({{1, 5, 1}, {2, 9, 1}}).curve.parts() == 1); // too few
  CHECK(loopCosts({}).curve.parts() == 1);
  CHECK(CostCurve({0, 0}).upTo(0.25) == 0.25);
}
