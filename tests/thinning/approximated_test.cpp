// SPDX-License-Identifier: Apache-2.0
// A run under a budget, whose probes took time where it was measured: without them, and with what
// was left out, it is the run without probes.
#include "analyzer/teams/outermost_regions.h"
#include "analyzer/thinning/expanded.h"
#include "chooser.h"
#include "tests/alone.h"
#include "tests/perturbation/trial.h"

#include <cmath>

using namespace tare;
using namespace tare::test;

namespace {

/// By how much a region of the measured run begins later under the budget, and what it stands for.
struct Moved {
  Ticks by = 0, stands_for = 0;
};

void move(Segment &segment, const Moved &moved) {
  segment.open += moved.by;
  segment.arrive += moved.by;
  segment.leave += segment.leave ? moved.by : 0;
  segment.first_task += segment.in_wait.empty() ? 0 : moved.by;
  segment.last_task += segment.in_wait.empty() ? 0 : moved.by;
  if (segment.stands_for_count > 0)
    segment.stands_for = moved.stands_for;
}

/// The measured run, but that the probes of what is left out took no time, except for one pair
/// around each. The program has one region.
Profile budgeted(const Trial &trial, const Choices &choices) {
  std::vector<OutermostRegion> measured = regionsOf(trial.measured);
  std::vector<OutermostRegion> truth = regionsOf(trial.truth);
  Profile profile = choose(trial.measured, choices);
  ProfileThread &initial = profile.threads[0];
  Ticks inside = std::llround(trial.costs.of(CostKind::Work).inside.warm);
  Ticks outside = std::llround(trial.costs.of(CostKind::Work).outside.warm) -
                  std::llround(trial.costs.of(CostKind::RegionFork).outside.warm);
  std::vector<Moved> moved(measured.size());
  Ticks by = 0, pending = 0;
  for (size_t i = 0; i < measured.size(); ++i) {
    if (choices[i] != Choice::LeaveOut) {
      moved[i] = {by, pending};
      pending = 0;
      continue;
    }
    Ticks span = truth[i].span() + inside, longer = span - measured[i].span();
    initial.nodes[measured[i].region_node].cells[Spent::Skipped].ticks += longer;
    initial.serial_ticks += outside;
    by += longer + outside;
    pending += span;
  }
  for (ProfileThread &thread : profile.threads)
    for (Segment &segment : thread.log)
      move(segment, moved[size_t(regionAround(measured, segment) - measured.data())]);
  profile.window += by;
  return profile;
}

} // namespace

TEST_CASE("without its probes, and with what was left out, a run is the one without probes") {
  Features features;
  features.nested = features.own_locks = true;
  for (int threads : {1, 2, 4})
    for (double slowdown : {1.1, 2.0, 6.0})
      for (uint64_t seed = 0; seed < 6; ++seed) {
        INFO(threads << " threads, " << slowdown << " times slower, seed " << seed);
        Random random(seed * 10 + uint64_t(threads));
        Trial trial = trialOf(random, repeatingProgram(random, threads, features, 40), slowdown);
        Profile profile = budgeted(trial, rows(trial.measured, random, 6));
        CHECK(unsound(profile) == "");
        Approximation result = approximate(profile, trial.costs);
        CHECK(result.unfounded == 0);
        CHECK(unsound(result.profile) == "");
        Profile all = expanded(result.profile).profile;
        CHECK(cellsDiffer(all, trial.truth) == "");
        CHECK(unsound(all) == "");
      }
}

TEST_CASE("the books of approximated runs under a budget close, whatever the costs are") {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    int threads = 1 + int(random.below(4));
    Trial trial = trialOf(random, varyingProgram(random, threads, allFeatures(), 12), 2);
    Profile profile = budgeted(trial, rows(trial.measured, random, 4));
    Approximation result = approximate(profile, wrong(random, trial.costs, 0, 5));
    CHECK(unsound(result.profile) == "");
    Profile all = expanded(result.profile).profile;
    CHECK(unsound(all) == "");
    CHECK(negative(all) == "");
  }
}
