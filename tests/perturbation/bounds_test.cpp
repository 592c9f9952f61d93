// SPDX-License-Identifier: Apache-2.0
// Costs that are not the true ones: none, too high, too low, with a range.
#include "tests/alone.h"
#include "trial.h"

using namespace tare;
using namespace tare::test;

namespace {

Features withoutChoice() {
  Features features = allFeatures();
  features.shared_locks = features.tasks = false;
  return features;
}

ProbeCosts withRange(const ProbeCosts &costs, Random &random) {
  ProbeCosts made = costs;
  for (ProbeCost &cost : made.costs)
    for (Cost *side : {&cost.inside, &cost.outside}) {
      side->low *= random.between(0.3, 1);
      side->cold *= random.between(1, 3);
    }
  return made;
}

} // namespace

TEST_CASE("probes that cost nothing change nothing") {
  forPrograms(allFeatures(), 6, [](const Trial &trial, Random &) {
    for (CostBound bound : {CostBound::Low, CostBound::Typical, CostBound::High}) {
      Approximation result = approximate(trial.measured, ProbeCosts(), bound);
      CHECK(difference(result.profile, trial.measured) == "");
      CHECK(result.measured_window == trial.measured.window);
      CHECK(result.probes == 0);
      CHECK(result.unfounded == 0);
    }
  });
}

TEST_CASE("costs that are far too high leave nothing negative, and are not founded") {
  forPrograms(allFeatures(), 6, [](const Trial &trial, Random &) {
    for (double factor : {10.0, 1e6, 1e30}) {
      INFO("costs times " << factor);
      Approximation result = approximate(trial.measured, scaled(trial.costs, factor));
      CHECK(negative(result.profile) == "");
      CHECK(unordered(result.profile) == "");
      CHECK(unsound(result.profile) == "");
      CHECK(result.profile.window <= trial.measured.window);
      if (factor >= 1e6)
        CHECK(result.unfounded > 0);
    }
  });
}

// Times without probes shrink to what they are and no further: then the window is too short by what
// the costs are too high, at most.
TEST_CASE("wrong costs are better than none") {
  forPrograms(withoutChoice(), 12, [](const Trial &trial, Random &random) {
    for (int i = 0; i < 5; ++i) {
      ProbeCosts costs = wrong(random, trial.costs, 0.5, 1.5);
      Approximation result = approximate(trial.measured, costs);
      INFO("true " << trial.truth.window << ", measured " << trial.measured.window
                   << ", approximated " << result.profile.window);
      CHECK(distance(result.profile, trial.truth) <= distance(trial.measured, trial.truth));
    }
  });
}

TEST_CASE("the closer the costs, the closer the window") {
  Features features;
  features.nested = true;
  forPrograms(features, 6, [](const Trial &trial, Random &) {
    Ticks far = distance(trial.measured, trial.truth);
    for (double part : {0.25, 0.5, 0.75, 1.0}) {
      Approximation result = approximate(trial.measured, scaled(trial.costs, part));
      Ticks off = distance(result.profile, trial.truth);
      CHECK(off <= far);
      far = off;
    }
    CHECK(far == 0);
  });
}

TEST_CASE("low and high costs bracket what is typical") {
  forPrograms(withoutChoice(), 8, [](const Trial &trial, Random &random) {
    ProbeCosts costs = withRange(trial.costs, random);
    Approximation low = approximate(trial.measured, costs, CostBound::Low);
    Approximation typical = approximate(trial.measured, costs, CostBound::Typical);
    Approximation high = approximate(trial.measured, costs, CostBound::High);
    CHECK(low.profile.window <= trial.measured.window);
    CHECK(typical.profile.window <= low.profile.window);
    CHECK(high.profile.window <= typical.profile.window);
    CHECK(low.probes <= typical.probes);
    CHECK(typical.probes <= high.probes);
    CHECK(low.profile.window >= trial.truth.window); // none of them is above the true cost
    CHECK(low.measured_window == high.measured_window);
  });
}
