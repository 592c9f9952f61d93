// SPDX-License-Identifier: Apache-2.0
// Probes that take now less, now more: what a mean cost leaves of that, and whom a team waits for.
#include "analyzer/perturbation/chance.h"
#include "tests/alone.h"

#include "analyzer/perturbation/approximate.h"
#include "analyzer/perturbation/locks.h"
#include "catch.hpp"
#include "simulated_program.h"

#include <random>

using namespace tare;
using namespace tare::test;

namespace {

constexpr Ticks mean = 2000; // of a probe; any from 0 to twice that is as likely
constexpr double dispersion = mean / 3.0;
constexpr int phases = 3000;

struct Code { // of a thread in each phase: from .. from + up_to, by chance
  Ticks from = 0, up_to = 0;
};

Ticks upTo(std::minstd_rand &random, Ticks most) {
  return static_cast<Ticks>(random() % static_cast<unsigned>(most + 1));
}

/// Two threads meet after each piece of work, with two constructs in it.
Profile meeting(const std::array<Code, 2> &code, bool probed) {
  SimulatedProgram program =
      nestedNodes(2, {NodeKind::Parallel, NodeKind::Single, NodeKind::Barrier});
  std::minstd_rand own(11), chance(29);
  std::vector<Phase> all;
  for (int number = 0; number < phases; ++number) {
    Phase phase{2, {}, {5, 5}};
    for (const Code &one : code) {
      Ticks work = one.from + upTo(own, one.up_to), empty = 0;
      if (probed) {
        work += upTo(chance, 2 * mean);
        empty = upTo(chance, 2 * mean);
      }
      Steps steps = executed(1, work), more = executed(1, empty);
      steps.insert(steps.end(), more.begin(), more.end());
      phase.threads.push_back(steps);
    }
    all.push_back(phase);
  }
  all.push_back({0, {{}, {}}, {5, 5}});
  setPhases(program, std::move(all));
  return simulate(program, ProbeCosts());
}

/// Of the window, when `measured` has `truth` and what probes of these kinds took inside.
double errorOf(const Profile &measured, const Profile &truth, double known_dispersion,
               std::initializer_list<CostKind> kinds) {
  ProbeCosts costs;
  for (CostKind kind : kinds)
    costs.of(kind).inside = {0, mean, mean};
  costs.dispersion = known_dispersion;
  return static_cast<double>(approximate(measured, costs).profile.window) /
             static_cast<double>(truth.window) -
         1;
}

double errorWith(double known_dispersion, const std::array<Code, 2> &code) {
  return errorOf(meeting(code, true), meeting(code, false), known_dispersion, {CostKind::Work});
}

} // namespace

TEST_CASE("what chance does to a team goes with its mean cost") {
  SECTION("threads alike") {
    std::array<Code, 2> alike = {Code{2000, 0}, Code{2000, 0}};
    CHECK(errorWith(0, alike) > 0.4);
    CHECK(std::abs(errorWith(dispersion, alike)) < 0.03);
  }
  SECTION("one has more to do") {
    std::array<Code, 2> unequal = {Code{1000, 0}, Code{3000, 0}};
    CHECK(errorWith(0, unequal) > 0.06);
    CHECK(std::abs(errorWith(dispersion, unequal)) < 0.05);
  }
  SECTION("it varies of its own") {
    std::array<Code, 2> varying = {Code{1000, 4000}, Code{1000, 4000}};
    CHECK(errorWith(0, varying) > 0.1);
    CHECK(std::abs(errorWith(dispersion, varying)) < 0.03);
  }
  SECTION("nothing but probes") {
    std::array<Code, 2> empty = {Code{50, 0}, Code{50, 0}};
    double left = errorWith(0, empty);
    CHECK(errorWith(dispersion, empty) < left / 8);
  }
}

namespace {

/// Two threads take a lock again and again, with a construct before it each time.
Profile sharing(Ticks think, Ticks hold, bool probed) {
  SimulatedProgram program =
      nestedNodes(2, {NodeKind::Parallel, NodeKind::Single, NodeKind::Critical});
  std::minstd_rand chance(3);
  auto cost = [&] { return probed ? upTo(chance, 2 * mean) : 0; };
  std::vector<Steps> threads(2);
  for (Steps &steps : threads)
    for (int round = 0; round < phases; ++round) {
      Steps work = executed(1, think + cost());
      Step lock;
      lock.kind = Step::Kind::Lock;
      lock.node = 2;
      lock.ticks = hold + cost();
      steps.insert(steps.end(), work.begin(), work.end());
      steps.push_back(lock);
    }
  setOnlyPhase(program, std::move(threads));
  return simulate(program, ProbeCosts());
}

double lockErrorWith(double known_dispersion, Ticks think, Ticks hold) {
  return errorOf(sharing(think, hold, true), sharing(think, hold, false), known_dispersion,
                 {CostKind::Work, CostKind::LockHeld});
}

} // namespace

TEST_CASE("threads that wait for a lock by chance wait less without the probes' chance") {
  for (auto [think, hold] : {std::pair{2000, 1000}, std::pair{1200, 400}}) {
    INFO("think " << think << ", hold " << hold);
    double left = lockErrorWith(0, think, hold);
    CHECK(left > 0.1);
    CHECK(std::abs(lockErrorWith(dispersion, think, hold)) < left / 2);
  }
}

TEST_CASE("who always takes the same waits for nobody again") {
  std::minstd_rand random(7);
  auto longer = [&](double think, double hold, double variance) {
    return waitByChance(2, {think, 0, hold}, variance, variance, 5000, random);
  };
  CHECK(longer(300, 200, 0) == 0);
  CHECK(longer(200, 300, 0) == 0);
  double some = longer(300, 200, 400), more = longer(300, 200, 6400);
  CHECK(some > 0);
  CHECK(more > 2 * some);
  CHECK(longer(3000, 200, 6400) < more / 4);
}

TEST_CASE("where one cost is as the other, chance changes nothing") {
  std::array<Code, 2> code = {Code{1000, 3000}, Code{3000, 500}};
  ProbeCosts costs;
  costs.of(CostKind::Work).inside = {500, 500, 500};
  Profile measured = meeting(code, false);
  Ticks before = approximate(measured, costs).profile.window;
  costs.dispersion = 1e-6;
  CHECK(approximate(measured, costs).profile.window == before);
}

TEST_CASE("what a claim does not find is owed as far as chance explains it") {
  Claims claims(4, 2, 3);
  ClaimSite site{1, 2, Spent::Body, true}, other_side{1, 2, Spent::Body, false};
  CHECK(claims.owed(site) == 0);
  CHECK(claims.owe(site, 100, 30) == 0); // 3 sqrt(4 * 100) = 60
  CHECK(claims.owed(site) == 30);
  CHECK(claims.owed(other_side) == 0);
  CHECK(claims.owe(site, 100, 100) == 16); // 3 sqrt(4 * 200) = 84.9
  CHECK(claims.owed(site) == 84);
  CHECK(claims.allOwed() == 84);
  CHECK(claims.owe(site, 100, 0) == 0);
  CHECK(claims.owed(site) == 0);
  CHECK(Claims(0, 1, 1).owe({0, 0, Spent::Body, true}, 100, 30) == 30);
}

TEST_CASE("an arrival is moved to where its thread comes on average, and never the mean of all") {
  constexpr Ticks probes = 100;
  Arrivals arrivals(1); // 10 ticks are one standard deviation
  CommonPoint here{0, 1, 2};
  std::minstd_rand random(5);
  auto team = [&](Ticks chance) {
    auto by = [&] { return upTo(random, 2 * chance) - chance; };
    return std::array{ChanceArrival{probes, 1000 + by()}, ChanceArrival{probes, 1400 + by()}};
  };
  for (int i = 0; i < 16; ++i)
    CHECK(arrivals.later(here, team(17)) == std::vector<Ticks>{0, 0});
  for (int i = 0; i < 500; ++i)
    arrivals.later(here, team(17));
  std::vector<Ticks> moved =
      arrivals.later(here, std::array{ChanceArrival{probes, 1000}, ChanceArrival{probes, 1430}});
  CHECK(moved[0] > 10); // 15 without a rest
  CHECK(moved[0] + moved[1] == 0);
  SECTION("one that was interrupted stays") {
    std::array far = {ChanceArrival{probes, 9000}, ChanceArrival{probes, 1400}};
    CHECK(arrivals.later(here, far) == std::vector<Ticks>{0, 0});
  }
  SECTION("points are apart") {
    CHECK(arrivals.later({0, 2, 2}, team(17)) == std::vector<Ticks>{0, 0});
  }
  SECTION("of variation of its own nearly all is left") {
    CommonPoint varying{0, 3, 2};
    for (int i = 0; i < 500; ++i)
      arrivals.later(varying, team(60));
    std::vector<Ticks> kept = arrivals.later(
        varying, std::array{ChanceArrival{probes, 1000}, ChanceArrival{probes, 1430}});
    CHECK(std::abs(kept[0]) <= 2);
  }
}
