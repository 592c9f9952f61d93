// SPDX-License-Identifier: Apache-2.0
// The log has only some of the regions' instances, or of their barriers; the cells have all.
#include "tests/alone.h"
#include "trial.h"

#include <set>

using namespace tare;
using namespace tare::test;

namespace {

// As the runtime does: an instance with everything in it, and in it barriers by their ordinals.
Profile thinned(Profile profile, Random &random, uint64_t keep_instance, uint64_t keep_barrier) {
  std::set<uint64_t> instances;
  std::set<uint32_t> ordinals;
  for (uint64_t i = 0; i <= profile.regions; ++i)
    if (random.percent(keep_instance))
      instances.insert(i);
  for (uint32_t i = 0; i < 100; ++i)
    if (random.percent(keep_barrier))
      ordinals.insert(i);
  for (ProfileThread &thread : profile.threads)
    thread.segments_dropped = std::erase_if(thread.log, [&](const Segment &s) {
      bool kept = (s.is_last) || ordinals.count(s.ordinal);
      return !kept || !instances.count(s.instance);
    });
  profile.level_regions = 1;
  profile.log_complete = false;
  return profile;
}

/// Regions in serial code are all there, of those inside of them half.
Profile withFewerNested(Profile profile, Random &random) {
  std::set<uint64_t> instances;
  for (uint64_t i = 0; i <= profile.regions; ++i)
    if (random.percent(50))
      instances.insert(i);
  for (ProfileThread &thread : profile.threads)
    thread.segments_dropped = std::erase_if(
        thread.log, [&](const Segment &s) { return s.depth > 0 && !instances.count(s.instance); });
  profile.level_nested = 1;
  profile.log_complete = false;
  return profile;
}

bool hasLog(const Profile &profile) {
  for (const ProfileThread &thread : profile.threads)
    if (!thread.log.empty())
      return true;
  return false;
}

struct Tried {
  Trial trial;
  Profile part;
};

/// `times`: of one region in the same way; 1: regions by chance. In parts of some runs barriers are
/// lacking too, where `barriers` is less than 100 per cent.
template <class Check>
void forParts(const Features &features, int times, uint64_t barriers, const Check &check) {
  for (int threads : {1, 2, 4})
    for (double slowdown : {1.1, 2.0, 6.0})
      for (uint64_t seed = 0; seed < 8; ++seed) {
        INFO(threads << " threads, " << slowdown << " times slower, seed " << seed);
        Random random(seed * 31 + uint64_t(threads));
        SimulatedProgram program = times > 1 ? repeatingProgram(random, threads, features, times)
                                             : randomProgram(random, threads, features);
        Trial trial = trialOf(random, program, slowdown);
        Profile part = thinned(trial.measured, random, 50, seed % 2 ? 100 : barriers);
        if (hasLog(part))
          check(Tried{trial, part}, random);
      }
}

} // namespace

TEST_CASE("of instances that are alike, some tell of all") {
  forParts({}, 40, 100, [](const Tried &tried, Random &) {
    Approximation result = approximate(tried.part, tried.trial.costs);
    auto truth = double(tried.trial.truth.window);
    INFO("true " << truth << ", measured " << tried.part.window << ", approximated "
                 << result.profile.window);
    CHECK(std::abs(double(result.profile.window) - truth) <= 0.01 * truth);
  });
}

TEST_CASE("of nested instances that are alike, some tell of all") {
  Features features;
  features.nested = true;
  for (int threads : {1, 2, 4})
    for (double slowdown : {1.1, 2.0, 6.0})
      for (uint64_t seed = 0; seed < 8; ++seed) {
        Random random(seed);
        SimulatedProgram program = repeatingProgram(random, threads, features, 40);
        Trial trial = trialOf(random, program, slowdown);
        Profile part = withFewerNested(trial.measured, random);
        Approximation result = approximate(part, trial.costs);
        auto truth = double(trial.truth.window);
        INFO(threads << " threads, " << slowdown << " times slower, seed " << seed << ": true "
                     << truth << ", measured " << part.window << ", approximated "
                     << result.profile.window);
        // A region has several nested ones of a node, unlike each other: which are kept is chance.
        CHECK(std::abs(double(result.profile.window) - truth) <= 0.02 * truth);
        CHECK(unsound(result.profile) == "");
        CHECK(negative(result.profile) == "");
      }
}

TEST_CASE("of barriers that are alike, some tell of all") {
  Features features;
  features.own_locks = true;
  for (int threads : {1, 2, 4})
    for (double slowdown : {1.1, 2.0, 6.0})
      for (uint64_t seed = 0; seed < 8; ++seed) {
        Random random(seed);
        Trial trial = trialOf(random, longRegion(random, threads, features, 100), slowdown);
        Profile part = thinned(trial.measured, random, 100, 30);
        Approximation result = approximate(part, trial.costs);
        auto truth = double(trial.truth.window);
        INFO(threads << " threads, " << slowdown << " times slower, seed " << seed << ": true "
                     << truth << ", measured " << part.window << ", approximated "
                     << result.profile.window);
        // The last segment of a region is always in the log, and counts for too many of the others.
        double allowed = slowdown > 2 ? 0.03 : 0.01;
        CHECK(std::abs(double(result.profile.window) - truth) <= allowed * truth);
        CHECK(unsound(result.profile) == "");
        CHECK(unordered(result.profile) == "");
        CHECK(negative(result.profile) == "");
      }
}

TEST_CASE("the books of a run whose log is not complete close") {
  Features features = allFeatures();
  for (int times : {1, 20})
    forParts(features, times, 60, [](const Tried &tried, Random &random) {
      ProbeCosts costs =
          random.percent(50) ? tried.trial.costs : wrong(random, tried.trial.costs, 0, 5);
      Approximation result = approximate(tried.part, costs);
      CHECK(unsound(result.profile) == "");
      CHECK(unordered(result.profile) == "");
      CHECK(negative(result.profile) == "");
      CHECK(otherEvents(result.profile, tried.part) == "");
      CHECK(result.profile.window <= tried.part.window);
    });
}

TEST_CASE("probes that cost nothing change nothing in a part of a log") {
  forParts(allFeatures(), 1, 60, [](const Tried &tried, Random &) {
    Approximation result = approximate(tried.part, ProbeCosts());
    CHECK(difference(result.profile, tried.part) == "");
    CHECK(result.unfounded == 0);
  });
}

TEST_CASE("a part of a log is better than the raw window") {
  Features features;
  features.nested = features.own_locks = true;
  forParts(features, 20, 60, [](const Tried &tried, Random &) {
    Approximation result = approximate(tried.part, tried.trial.costs);
    CHECK(distance(result.profile, tried.trial.truth) <= distance(tried.part, tried.trial.truth));
  });
}
