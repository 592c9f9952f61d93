// SPDX-License-Identifier: Apache-2.0
// Interruptions that fell on probes: whom they made late, and who waited for it.
#include "analyzer/perturbation/interruptions.h"
#include "tests/alone.h"

#include "analyzer/perturbation/approximate.h"
#include "catch.hpp"
#include "simulated_program.h"

using namespace tare;
using namespace tare::test;

namespace {

constexpr Ticks code = 400, probes = 2000, interruption = 6000;
constexpr double share = 0.01;
constexpr int interrupted_phases = 3000;
constexpr int between =
    static_cast<int>(interruption / (share * probes)); // interrupted_phases of a thread

/// Two threads meet after each piece of work. Whoever is `interrupted` is so while it executes
/// probes.
SimulatedProgram meeting(bool interrupted) {
  SimulatedProgram program =
      nestedNodes(2, {NodeKind::Parallel, NodeKind::Single, NodeKind::Barrier});
  std::vector<Phase> all;
  for (int number = 0; number < interrupted_phases; ++number) {
    Phase phase{2, {}, {5, 5}};
    for (int thread : {0, 1}) {
      bool is_late = interrupted && number % between == 100 * thread + 50;
      phase.threads.push_back(executed(1, code + (is_late ? interruption : 0)));
    }
    all.push_back(phase);
  }
  all.push_back({0, {{}, {}}, {5, 5}});
  setPhases(program, std::move(all));
  return program;
}

double errorWith(ProbeCosts costs) {
  auto truth = static_cast<double>(simulate(meeting(false), ProbeCosts()).window);
  costs.of(CostKind::Work).inside = {probes, probes, probes};
  Profile measured = simulate(meeting(true), costs);
  // The cost as it is calibrated: with what interrupts probes.
  double mean = probes * (1 + share);
  costs.of(CostKind::Work).inside = {mean, mean, mean};
  return static_cast<double>(approximate(measured, costs).profile.window) / truth - 1;
}

} // namespace

TEST_CASE("all wait for whoever was interrupted, and do not in approximated time") {
  ProbeCosts costs;
  CHECK(errorWith(costs) > 0.04); // half of what the interruptions took is left
  costs.interrupted = share;
  costs.interruption = interruption;
  CHECK(std::abs(errorWith(costs)) < 0.005);
}

TEST_CASE("what is owed is taken where somebody is late, and not beyond that") {
  Interruptions interruptions(0.01, 5000);
  OnItsWay early{1000, 300}, same{1000, 300}, late{1000, 304}, interrupted{1000, 5300};
  CHECK(interruptions.lateness(1, std::array{early, same}) == 0);
  CHECK(interruptions.lateness(1, std::array{early, late}) == 4); // of 10 and nearly 10
  CHECK(interruptions.lateness(1, std::array{interrupted, early}) == 15);
  CHECK(interruptions.lateness(2, std::array{interrupted, early}) == 0); // of its own region
}

TEST_CASE("a thread that has time enough delays nobody when it is interrupted") {
  Interruptions interruptions(0.01, 5000);
  OnItsWay waits{100000, 300}, last{1000, 5300}, half{100000, 2800};
  for (int i = 0; i < 10; ++i)
    CHECK(interruptions.lateness(1, std::array{waits, last}) == 0);
  CHECK(interruptions.lateness(1, std::array{last, half}) == 500);
}

TEST_CASE("without interruptions, or alone, nobody is earlier") {
  OnItsWay early{100000, 300}, late{100000, 400};
  CHECK(Interruptions(0, 5000).lateness(1, std::array{early, late}) == 0);
  CHECK(Interruptions(0.01, 0).lateness(1, std::array{early, late}) == 0);
  CHECK(Interruptions(0.01, 5000).lateness(1, std::array{late}) == 0);
}
