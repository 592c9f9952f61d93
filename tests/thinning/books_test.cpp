// SPDX-License-Identifier: Apache-2.0
// The books close to the tick whatever was left out, and whatever the log has of the rest.
#include "analyzer/books/balance_run.h"
#include "analyzer/thinning/expanded.h"
#include "catch.hpp"
#include "chooser.h"
#include "tests/alone.h"
#include "tests/perturbation/checks.h"
#include "tests/perturbation/simulated_program.h"

#include <set>

using namespace tare;
using namespace tare::test;

namespace {

Features everything() {
  Features all;
  all.nested = all.own_locks = all.shared_locks = all.tasks = true;
  all.statements = all.iterations = all.opaque = true;
  return all;
}

Choices anyChoices(const Profile &complete, Random &random, bool unlogged) {
  Choices choices;
  uint64_t percent = random.below(101);
  for (size_t i = 0; i < outermostCount(complete); ++i)
    choices.push_back(random.percent(percent)          ? Choice::LeaveOut
                      : unlogged && random.percent(50) ? Choice::Unlogged
                                                       : Choice::Measure);
  return choices;
}

/// As a full log is thinned: of every instance some barriers are lacking.
void dropBarriers(Profile &profile, Random &random) {
  std::set<uint32_t> kept;
  for (uint32_t ordinal = 0; ordinal < 100; ++ordinal)
    if (random.percent(50))
      kept.insert(ordinal);
  for (ProfileThread &thread : profile.threads)
    thread.segments_dropped += std::erase_if(thread.log, [&](const Segment &segment) {
      return !segment.is_last && !kept.count(segment.ordinal);
    });
  profile.log_complete = false;
  profile.level_barriers = 1;
}

Ticks skippedIn(const Profile &profile) {
  Ticks sum = 0;
  for (const ProfileThread &thread : profile.threads)
    sum += thread.sum(Spent::Skipped).ticks;
  return sum;
}

void checkBooks(const Profile &thinned) {
  CHECK(unsound(thinned) == "");
  for (int without : {-1, 0, 3}) {
    Expansion all = expanded(thinned, without);
    CHECK(unsound(all.profile) == "");
    CHECK(negative(all.profile) == "");
    CHECK(all.profile.window == thinned.window);
    Ticks unknown = 0;
    for (const SkippedRegion &region : all.skipped)
      unknown += region.stand_ins == 0 ? region.span : 0;
    CHECK(skippedIn(all.profile) == unknown);
  }
}

template <class Check> void forAny(const Check &check) {
  for (int threads : {1, 2, 4})
    for (uint64_t seed = 0; seed < 25; ++seed) {
      INFO(threads << " threads, seed " << seed);
      Random random(seed * 7 + uint64_t(threads));
      SimulatedProgram program = seed % 2 ? randomProgram(random, threads, everything())
                                          : varyingProgram(random, threads, everything(), 15);
      check(simulate(program, ProbeCosts()), random);
    }
}

} // namespace

TEST_CASE("the books of any program close, whatever was left out") {
  forAny([](const Profile &complete, Random &random) {
    for (bool unlogged : {false, true})
      checkBooks(choose(complete, anyChoices(complete, random, unlogged)));
  });
}

TEST_CASE("the books close where the log lacks barriers too") {
  forAny([](const Profile &complete, Random &random) {
    Profile thinned = choose(complete, anyChoices(complete, random, false));
    dropBarriers(thinned, random);
    checkBooks(thinned);
  });
}

TEST_CASE("of a region that was never logged, the time is known and nothing else") {
  forAny([](const Profile &complete, Random &random) {
    Choices none(outermostCount(complete), Choice::LeaveOut);
    if (random.percent(50) && !none.empty())
      none[0] = Choice::Unlogged;
    Profile thinned = choose(complete, none);
    checkBooks(thinned);
    Expansion all = expanded(thinned);
    CHECK(skippedIn(all.profile) == skippedIn(thinned));
    for (const SkippedRegion &region : all.skipped)
      CHECK(region.stand_ins == 0);
  });
}

TEST_CASE("a run without a budget is not changed") {
  forAny([](const Profile &complete, Random &) {
    Expansion all = expanded(complete);
    CHECK(all.skipped.empty());
    all.profile.expanded = false;
    CHECK(difference(all.profile, complete) == "");
    for (const ProfileThread &thread : all.profile.threads)
      for (const Segment &segment : thread.log)
        CHECK(segment.weight == 1);
  });
}

TEST_CASE("weights are those of the region that a segment lies in") {
  forAny([](const Profile &complete, Random &random) {
    Profile all = expanded(choose(complete, anyChoices(complete, random, false))).profile;
    std::map<uint64_t, double> weights;
    for (const ProfileThread &thread : all.threads)
      for (const Segment &segment : thread.log)
        CHECK(weights.emplace(segment.instance, segment.weight).first->second == segment.weight);
  });
}

TEST_CASE("what was left out had no set-up") {
  Random random(1);
  SimulatedProgram program = repeatingProgram(random, 2, {}, 5);
  Step setup;
  setup.kind = Step::Kind::Setup;
  setup.ticks = 300;
  Choices choices(5, Choice::LeaveOut);
  choices[0] = choices[3] = Choice::Measure; // both may be the first of their unit on a thread
  size_t number = 0;
  for (Step &step : program.initial)
    if (step.region && choices[number++] == Choice::Measure) {
      auto changed = std::make_shared<SimulatedRegion>(*step.region);
      for (Steps &way : changed->phases.front().threads)
        way.push_back(setup);
      step.region = changed;
    }
  Profile complete = simulate(program, ProbeCosts());
  Profile thinned = choose(complete, choices);
  checkBooks(thinned);
  Profile all = expanded(thinned).profile;
  CHECK(skippedIn(all) == 0);
  for (const ProfileThread &thread : all.threads)
    CHECK(thread.probe_ticks == 2 * setup.ticks);
}

TEST_CASE("left-out instances whose time went under the clock are counted all the same") {
  Random random(1);
  Profile complete = simulate(repeatingProgram(random, 2, {}, 4), ProbeCosts());
  Profile thinned =
      choose(complete, {Choice::Measure, Choice::Measure, Choice::Measure, Choice::Measure});
  ProfileCell &asleep = thinned.threads[0].nodes[0].cells[Spent::Skipped];
  asleep.entries = 8;
  Expansion all = expanded(thinned);
  CHECK(unsound(all.profile) == "");
  CHECK(all.profile.threads[0].nodes[0].instances == 12);
  asleep.entries = 0; // a program that died in one
  asleep.ticks = 500;
  thinned.window += 500;
  CHECK(unsound(expanded(thinned).profile) == "");
}
