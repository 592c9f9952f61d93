// SPDX-License-Identifier: Apache-2.0
// Where probes change who waits for whom and who runs what, the undisturbed run is not known to the
// tick: it comes back nearly, and never worse than it was measured.
#include "tests/alone.h"
#include "trial.h"

using namespace tare;
using namespace tare::test;

namespace {

constexpr uint64_t seeds = 40;

// All threads' loops take one critical again and again; `held` is its part of the time.
SimulatedProgram lockProgram(Random &random, int threads, double held) {
  SimulatedProgram program =
      nestedNodes(threads, {NodeKind::Parallel, NodeKind::For, NodeKind::Critical});
  std::vector<Steps> all;
  for (int i = 0; i < threads; ++i) {
    Step begin, end, outside, lock;
    begin.kind = Step::Kind::Begin;
    begin.node = 1;
    end.kind = Step::Kind::End;
    lock.kind = Step::Kind::Lock;
    lock.node = 2;
    Steps steps = {begin};
    for (int k = 0; k < 200; ++k) {
      Ticks around = 50 + random.ticks(100);
      outside.ticks = Ticks(double(around) * (1 - held));
      lock.ticks = around - outside.ticks;
      steps.insert(steps.end(), {outside, lock});
    }
    steps.push_back(end);
    all.push_back(steps);
  }
  setOnlyPhase(program, std::move(all));
  return program;
}

// The first thread makes tasks that all run behind their barrier; `creation` is a creation's part
// of a task's time.
SimulatedProgram taskProgram(Random &random, int threads, double creation) {
  SimulatedProgram program = nestedNodes(threads, {NodeKind::Parallel, NodeKind::Task});
  Step create;
  create.kind = Step::Kind::Create;
  create.node = 1;
  create.ticks = Ticks(1000 * creation);
  std::vector<Steps> all(static_cast<size_t>(threads));
  for (int k = 0; k < 200; ++k) {
    create.task = 900 + random.ticks(200);
    all[0].push_back(create);
  }
  setOnlyPhase(program, std::move(all));
  return program;
}

struct Errors {
  int trials = 0, far = 0, worse = 0;
  double worst = 0, left = 0; // of the time; of what the probes made it longer, summed
  std::string where;

  void add(const Trial &trial, const std::string &name) {
    Approximation result = approximate(trial.measured, trial.costs);
    double off = double(distance(result.profile, trial.truth)) / double(trial.truth.window);
    trials += 1;
    far += off > 0.05;
    left += double(distance(result.profile, trial.truth)) /
            double(distance(trial.measured, trial.truth));
    worse += distance(result.profile, trial.truth) > distance(trial.measured, trial.truth);
    if (off > worst) {
      worst = off;
      where = name + ": true " + std::to_string(trial.truth.window) + ", measured " +
              std::to_string(trial.measured.window) + ", approximated " +
              std::to_string(result.profile.window);
    }
  }
  std::string text() const {
    return std::to_string(far) + " of " + std::to_string(trials) + " too far off, in the mean " +
           std::to_string(100 * left / trials) + " % of the probes' time is left, worst " +
           std::to_string(100 * worst) + " %, " + std::to_string(worse) +
           " worse than measured; worst of all " + where;
  }
};

template <class Program> Errors errorsOf(double slowdown, const Program &program) {
  Errors errors;
  for (int threads : {2, 4})
    for (uint64_t seed = 0; seed < seeds; ++seed) {
      Random random(seed * 7 + uint64_t(threads));
      Trial trial = trialOf(random, program(random, threads), slowdown);
      errors.add(trial, std::to_string(threads) + " threads, seed " + std::to_string(seed));
    }
  return errors;
}

Errors errorsOf(const Features &features, double slowdown) {
  return errorsOf(slowdown, [&](Random &random, int threads) {
    return randomProgram(random, threads, features);
  });
}

Errors errorsOfTasks(double creation, double slowdown) {
  return errorsOf(slowdown, [&](Random &random, int threads) {
    return taskProgram(random, threads, creation);
  });
}

Errors errorsOfLock(double held, double slowdown) {
  return errorsOf(slowdown,
                  [&](Random &random, int threads) { return lockProgram(random, threads, held); });
}

Features sharedLocks() {
  Features features;
  features.shared_locks = true;
  return features;
}

Features tasks() {
  Features features;
  features.tasks = true;
  return features;
}

// Never worse than it was measured, and most of the probes' time is gone.
void checkBetter(const Errors &errors) {
  INFO(errors.text());
  CHECK(errors.worse == 0);
  CHECK(errors.left < 0.25 * errors.trials);
}

void checkNear(const Errors &errors) {
  INFO(errors.text());
  CHECK(errors.far == 0);
}

constexpr double helds[] = {0.05, 0.2, 0.4, 0.6, 0.9};

} // namespace

TEST_CASE("a lock that is held for a part of the time is nearer to the truth than measured") {
  for (double slowdown : {1.1, 2.0, 6.0})
    for (double held : helds) {
      INFO("held for " << held << " of the time, " << slowdown << " times slower");
      checkBetter(errorsOfLock(held, slowdown));
    }
}

TEST_CASE("locks and tasks by chance are nearer to the truth than measured") {
  for (double slowdown : {1.1, 2.0, 6.0})
    for (const Features &features : {sharedLocks(), tasks(), allFeatures()}) {
      INFO(slowdown << " times slower" << (features.shared_locks ? ", locks" : "")
                    << (features.tasks ? ", tasks" : ""));
      checkBetter(errorsOf(features, slowdown));
    }
}

TEST_CASE("tasks of one thread that all run come back within 5 % at twice as slow") {
  for (double creation : {0.01, 0.1, 0.2}) {
    INFO("a creation takes " << creation << " of a task");
    checkNear(errorsOfTasks(creation, 2));
  }
}

// What handing a lock over takes, and whether threads come by chance or in turns, is not in the
// log.
TEST_CASE("a lock that is held for a part of the time, within 5 % at twice as slow", "[!mayfail]") {
  for (double held : helds) {
    INFO("held for " << held << " of the time");
    checkNear(errorsOfLock(held, 2));
  }
}

TEST_CASE("shared locks by chance, within 5 % at twice as slow", "[!mayfail]") {
  checkNear(errorsOf(sharedLocks(), 2));
}

// Tasks stay on the thread that ran them; without probes another one would have run some of them.
TEST_CASE("tasks by chance, within 5 % at twice as slow", "[!mayfail]") {
  checkNear(errorsOf(tasks(), 2));
}

TEST_CASE("everything at once, within 5 % at twice as slow", "[!mayfail]") {
  checkNear(errorsOf(allFeatures(), 2));
}
