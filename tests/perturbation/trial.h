// SPDX-License-Identifier: Apache-2.0
// One program by chance, undisturbed and measured, and every combination that is tried.
#pragma once

#include "analyzer/perturbation/approximate.h"
#include "catch.hpp"
#include "checks.h"
#include "random_program.h"

namespace tare::test {

struct Trial {
  SimulatedProgram program;
  ProbeCosts costs; // the true ones
  Profile truth, measured;
};

inline Trial trialOf(Random &random, SimulatedProgram program, double slowdown) {
  Trial trial;
  trial.program = std::move(program);
  trial.costs = costsThatSlow(random, trial.program, slowdown);
  trial.truth = simulate(trial.program, ProbeCosts());
  trial.measured = simulate(trial.program, trial.costs);
  return trial;
}

/// Calls `check(trial, random)` for programs with these features, on 1, 2 and 4 threads, that their
/// probes slow down 1.1, 2 and 6 times.
template <class Check>
void forPrograms(const Features &features, uint64_t seeds, const Check &check) {
  for (int threads : {1, 2, 4})
    for (double slowdown : {1.1, 2.0, 6.0})
      for (uint64_t seed = 0; seed < seeds; ++seed) {
        INFO(threads << " threads, " << slowdown << " times slower, seed " << seed);
        Random random(seed * 100 + uint64_t(threads) * 10 + uint64_t(slowdown));
        check(trialOf(random, randomProgram(random, threads, features), slowdown), random);
      }
}

/// Everything at once.
inline Features allFeatures() {
  Features all;
  all.nested = all.own_locks = all.shared_locks = all.tasks = true;
  all.statements = all.iterations = all.opaque = true;
  return all;
}

inline Ticks distance(const Profile &a, const Profile &b) { return std::abs(a.window - b.window); }

} // namespace tare::test
