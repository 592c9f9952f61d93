// SPDX-License-Identifier: Apache-2.0
// Predictions against the run that was predicted: programs of known truth, each in one run as it is
// and in one run as it would be.
#include "analyzer/books/conservation.h"
#include "analyzer/whatif/model_error.h"
#include "analyzer/whatif/scenario_run.h"
#include "base/student.h"
#include "catch.hpp"
#include "tests/whatif/modelled_program.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <numeric>

using namespace tare;
using namespace tare::test;

namespace {

using Kind = ConstructChange::Kind;

struct Case {
  Scenario scenario;
  RunSettings target;
  const char *kind = "";
};

ConstructChange changeAt(Kind kind, const std::string &id) {
  ConstructChange change;
  change.kind = kind;
  change.constructs = {id};
  change.place = id;
  return change;
}

size_t loopsOf(const ModelledProgram &program) {
  size_t loops = 0;
  for (const ModelledRegion &region : program.regions)
    loops += region.loops.size();
  return loops;
}

const ModelledLoop &loopAt(const ModelledProgram &program, size_t number) {
  for (const ModelledRegion &region : program.regions) {
    if (number < region.loops.size())
      return region.loops[number];
    number -= region.loops.size();
  }
  std::abort();
}

/// A question of each kind in turn, about a loop that it fits.
bool ask(Random &random, const ModelledProgram &program, const RunSettings &as_is, uint64_t kind,
         Case &asked) {
  size_t loop = random.below(loopsOf(program));
  const ModelledLoop &at = loopAt(program, loop);
  asked.target = as_is;
  switch (kind) {
  case 0: {
    asked.kind = "schedule";
    ConstructChange change = changeAt(Kind::Schedule, idOfLoop(loop));
    const LoopSchedule kinds[] = {{},
                                  {LoopSchedule::Kind::Static, 1},
                                  {LoopSchedule::Kind::Dynamic, 2},
                                  {LoopSchedule::Kind::Guided, 1}};
    change.schedule = kinds[random.below(4)];
    asked.target.schedules[loop] = change.schedule;
    asked.scenario.changes = {change};
    return at.held == 0;
  }
  case 1: {
    asked.kind = "faster";
    ConstructChange change = changeAt(Kind::Faster, idOfLoop(loop));
    change.factor = asked.target.faster[loop] = random.between(1.2, 4);
    asked.scenario.changes = {change};
    return at.held == 0;
  }
  case 2:
    asked.kind = "balanced";
    asked.target.balanced[loop] = true;
    asked.scenario.changes = {changeAt(Kind::Balanced, idOfLoop(loop))};
    return at.held == 0;
  case 3:
    asked.kind = "nowait";
    asked.target.without_barrier[loop] = true;
    asked.scenario.changes = {changeAt(Kind::NoBarrier, idOfLoop(loop))};
    for (size_t first = 0, r = 0; r < program.regions.size(); ++r) { // not the region's last one
      first += program.regions[r].loops.size();
      if (loop + 1 == first)
        return false;
    }
    return true;
  case 4:
    asked.kind = "without lock";
    asked.target.without_lock[loop] = true;
    asked.scenario.changes = {changeAt(Kind::NoLock, idOfLock(loop))};
    return at.held > 0;
  default:
    asked.kind = "threads";
    asked.target.threads = 1 + static_cast<int>(random.below(8));
    asked.scenario.threads = asked.target.threads;
    return asked.target.threads != as_is.threads;
  }
}

struct Score {
  int asked = 0, refused = 0, inside = 0, signs = 0, gains = 0;
  std::vector<double> errors; // of the time, as a part of it
};

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

double mean(const std::vector<double> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Half of a band of 90 % of a mean.
double halfBand(const std::vector<double> &values) {
  double n = static_cast<double>(values.size()), middle = mean(values), squares = 0;
  for (double value : values)
    squares += (value - middle) * (value - middle);
  return n < 2 ? 0 : studentQuantile(0.05, n - 1) * std::sqrt(squares / (n - 1) / n);
}

struct Predictions {
  std::vector<double> base, predicted, truth;
  double doubt = 0;
  bool refused = false;
};

Predictions predictions(const ModelledProgram &program, RunSettings as_is, Case asked, int runs,
                        Random &random) {
  Predictions all;
  for (int run = 0; run < runs; ++run) {
    as_is.seed = random.next();
    asked.target.seed = random.next();
    Profile measured = runModelled(program, as_is);
    Teams teams(measured);
    Result<ScenarioRun> now = predictRun(measured, teams, asked.scenario, {});
    all.refused = !now.ok();
    if (!now.ok())
      return all;
    Result<void> holds = checkConservation(*now.value().profile, *now.value().teams);
    INFO(asked.kind << ": " << (holds.ok() ? "" : holds.error().text()));
    CHECK(holds.ok());
    all.base.push_back(static_cast<double>(measured.window));
    all.predicted.push_back(static_cast<double>(now.value().profile->window));
    all.truth.push_back(static_cast<double>(runModelled(program, asked.target).window));
    all.doubt = std::max(all.doubt, now.value().doubt);
  }
  return all;
}

/// As many runs of the program as it is and as it would be.
std::map<std::string, Score> scores(int programs, double noise, int runs) {
  std::map<std::string, Score> all;
  Random random(11);
  for (int number = 0; number < programs; ++number) {
    ModelledProgram program = modelledProgram(random);
    RunSettings as_is;
    as_is.threads = 1 + static_cast<int>(random.below(6));
    as_is.noise = noise;
    Case asked;
    if (!ask(random, program, as_is, random.below(6), asked))
      continue;
    Score &score = all[asked.kind];
    ++score.asked;
    Predictions made = predictions(program, as_is, asked, runs, random);
    score.refused += made.refused;
    if (made.refused)
      continue;
    double predicted = mean(made.predicted), truth = mean(made.truth), base = mean(made.base);
    double model = std::hypot(made.doubt, modelError(asked.scenario, predicted, base - predicted));
    double half = std::hypot(std::hypot(model, halfBand(made.predicted)), halfBand(made.truth));
    score.inside += std::abs(predicted - truth) <= half;
    score.errors.push_back(std::abs(predicted - truth) / truth);
    if (std::abs(base - predicted) > half) {
      ++score.gains;
      score.signs += (base > predicted) == (base > truth);
    }
  }
  return all;
}

void print(const std::map<std::string, Score> &all) {
  for (const auto &[kind, score] : all)
    std::cout << kind << ": " << score.asked << " asked, " << score.refused << " refused, inside "
              << score.inside << ", sign " << score.signs << " of " << score.gains
              << ", median error " << median(score.errors) << ", worst "
              << (score.errors.empty() ? 0 : *std::ranges::max_element(score.errors)) << "\n";
}

} // namespace

TEST_CASE("without noise a prediction is the run itself, as near as its question allows") {
  std::map<std::string, Score> all = scores(1200, 0, 1);
  if (std::getenv("TARE_SHOW"))
    print(all);
  for (const auto &[kind, score] : all) {
    INFO(kind);
    CHECK(score.asked > 40);
  }
  for (const char *exact : {"faster", "balanced", "without lock"})
    CHECK(*std::ranges::max_element(all[exact].errors) < 0.001);
  CHECK(median(all["nowait"].errors) < 0.001);
  CHECK(median(all["schedule"].errors) < 0.01);
  CHECK(median(all["threads"].errors) < 0.02);
}

TEST_CASE("two thousand programs with noise: how often the band holds the truth") {
  std::map<std::string, Score> all = scores(3400, 0.01, 5);
  if (std::getenv("TARE_SHOW"))
    print(all);
  int answered = 0, inside = 0, gains = 0, signs = 0, refused = 0;
  for (const auto &[kind, score] : all) {
    answered += score.asked - score.refused;
    refused += score.refused;
    inside += score.inside;
    gains += score.gains;
    signs += score.signs;
  }
  CHECK(answered >= 2000);
  CHECK(refused <= 0.15 * answered);
  CHECK(inside >= 0.88 * answered);
  CHECK(signs >= 0.95 * gains);
}
