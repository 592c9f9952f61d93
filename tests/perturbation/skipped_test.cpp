// SPDX-License-Identifier: Apache-2.0
// Region instances that a budget left out: one pair of probes each, and what stands for them
// shrinks with them.
#include "tests/alone.h"
#include "trial.h"

#include <numeric>

using namespace tare;
using namespace tare::test;

namespace {

/// Ends of the initial thread's outermost regions of the node that it forks first.
std::vector<Segment *> endsOfFirst(Profile &profile) {
  std::vector<Segment *> ends;
  for (Segment &segment : profile.threads[0].log) {
    bool is_end = segment.is_last && segment.is_master && segment.depth == 0;
    if (is_end && (ends.empty() || segment.region_node == ends[0]->region_node))
      ends.push_back(&segment);
  }
  return ends;
}

Ticks stoodFor(const Profile &profile) {
  const std::vector<Segment> &log = profile.threads[0].log;
  return std::accumulate(log.begin(), log.end(), Ticks(0),
                         [](Ticks sum, const Segment &s) { return sum + s.stands_for; });
}

/// `count` more instances of that region, of `span` ticks together, that were left out; before them
/// `around` ticks of serial code.
void leaveOut(Profile &profile, Ticks count, Ticks span, Ticks around) {
  ProfileThread &thread = profile.threads[0];
  uint32_t region = endsOfFirst(profile).at(0)->region_node;
  thread.nodes[region].cells[Spent::Skipped] = {span, uint64_t(count), 0};
  thread.serial_ticks += around;
  profile.window += span + around;
  profile.budget_ppm = 20000;
}

/// Parts of `span` by chance, to the tick.
void standFor(Profile &profile, Ticks span, Random &random) {
  std::vector<Segment *> ends = endsOfFirst(profile);
  for (Segment *end : ends) {
    end->stands_for = end == ends.back() ? span : random.ticks(span);
    end->stands_for_count = end->stands_for > 0;
    span -= end->stands_for;
  }
}

const Cost &work(const ProbeCosts &costs, bool inside) {
  const ProbeCost &cost = costs.of(CostKind::Work);
  return inside ? cost.inside : cost.outside;
}

} // namespace

TEST_CASE("what was left out comes back without its probes, exactly") {
  forPrograms({}, 12, [](const Trial &trial, Random &random) {
    Ticks count = 1 + random.ticks(50), span = 100 * count + random.ticks(10000);
    auto inside = Ticks(work(trial.costs, true).warm),
         outside = Ticks(work(trial.costs, false).warm);
    Profile measured = trial.measured, truth = trial.truth;
    leaveOut(measured, count, span + count * inside, count * outside);
    leaveOut(truth, count, span, 0);
    standFor(measured, span + count * inside, random);
    REQUIRE(unsound(measured) == "");
    Approximation result = approximate(measured, trial.costs);
    CHECK(timesDiffer(result.profile, truth) == "");
    CHECK(result.unfounded == 0);
    CHECK(unsound(result.profile) == "");
    CHECK(unordered(result.profile) == "");
    CHECK(stoodFor(result.profile) == span);
  });
}

TEST_CASE("each stands for the same share of what was left out as before") {
  forPrograms(allFeatures(), 6, [](const Trial &trial, Random &random) {
    Ticks count = 1 + random.ticks(50), all = 1000 * count + random.ticks(10000);
    Profile measured = trial.measured;
    leaveOut(measured, count, all, 1000);
    standFor(measured, random.ticks(all), random); // of the rest nobody stands for it
    Approximation result = approximate(measured, trial.costs);
    std::vector<Segment *> then = endsOfFirst(measured), now = endsOfFirst(result.profile);
    uint32_t region = then.at(0)->region_node;
    Ticks left = result.profile.threads[0].nodes[region].cells[Spent::Skipped].ticks;
    CHECK(left < all);
    REQUIRE(now.size() == then.size());
    double share = double(left) / double(all);
    for (size_t i = 0; i < now.size(); ++i) {
      CHECK(std::abs(double(now[i]->stands_for) - share * double(then[i]->stands_for)) <= 1);
      CHECK(now[i]->stands_for_count == then[i]->stands_for_count);
    }
    CHECK(unsound(result.profile) == "");
    CHECK(negative(result.profile) == "");
  });
}

TEST_CASE("costs that are far too high leave nothing of it, and nothing negative") {
  forPrograms({}, 3, [](const Trial &trial, Random &random) {
    Profile measured = trial.measured;
    leaveOut(measured, 10, 1000, 0);
    standFor(measured, 1000, random);
    Approximation result = approximate(measured, scaled(trial.costs, 1e6));
    CHECK(stoodFor(result.profile) == 0);
    CHECK(negative(result.profile) == "");
    CHECK(unsound(result.profile) == "");
    CHECK(result.unfounded > 0);
  });
}

TEST_CASE("the observed cost counts them") {
  Random random(1);
  Trial trial = trialOf(random, randomProgram(random, 2, {}), 2);
  Profile measured = trial.measured;
  leaveOut(measured, 10, 1000, 0);
  const Cost &inside = work(trial.costs, true), &outside = work(trial.costs, false);
  CHECK(
      observedCost(measured, trial.costs).direct ==
      Approx(observedCost(trial.measured, trial.costs).direct + 10 * (inside.warm + outside.warm)));
}
