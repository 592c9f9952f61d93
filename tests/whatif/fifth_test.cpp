// SPDX-License-Identifier: Apache-2.0
// What is forecast while an iterative program runs, against what is forecast of all of it.
#include "analyzer/books/conservation.h"
#include "analyzer/whatif/finished_part.h"
#include "analyzer/whatif/scenario_run.h"
#include "base/files.h"
#include "catch.hpp"
#include "profile/written.h"
#include "tests/whatif/modelled_program.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

using namespace tare;
using namespace tare::test;

namespace {

Scenario onThreads(int threads) {
  Scenario scenario;
  scenario.threads = threads;
  return scenario;
}

Scenario onCoresOf(double cores) {
  Scenario scenario;
  scenario.cores = cores;
  return scenario;
}

double ratioOf(const Profile &profile, const Scenario &scenario) {
  RunKnowledge knowledge;
  knowledge.cores = 16;
  Result<ScenarioRun> run = predictRun(profile, Teams(profile), scenario, knowledge);
  INFO((run.ok() ? "" : run.error().text()));
  REQUIRE(run.ok());
  return static_cast<double>(run.value().profile->window) / static_cast<double>(profile.window);
}

uint64_t instancesOf(const Profile &profile) {
  uint64_t most = 0;
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      most = std::max(most, segment.instance);
  return most;
}

/// As it was read while the next region was open, whose first sentences are there.
Profile atInstance(Profile profile, uint64_t last) {
  Ticks serial = 0, joined = 0;
  for (ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      if (thread.initial && segment.instance <= last) {
        serial += segment.ordinal == 0 ? segment.open - joined : 0;
        joined = segment.is_last ? segment.leave : joined;
      }
  for (ProfileThread &thread : profile.threads) {
    thread.serial_ticks = thread.initial ? serial : thread.serial_ticks;
    std::erase_if(thread.log, [&](const Segment &s) {
      return s.instance > last + 1 || (s.instance > last && (thread.initial || s.ordinal > 0));
    });
  }
  profile.cut_off = true;
  profile.log_complete = false;
  return profile;
}

ModelledProgram iterative(uint64_t seed) {
  Random random(seed);
  ModelledProgram program = modelledProgram(random);
  program.times = 50;
  return program;
}

RunSettings noisy(uint64_t seed) {
  RunSettings settings;
  settings.threads = 2 + static_cast<int>(seed % 3);
  settings.noise = 0.03;
  settings.seed = seed;
  return settings;
}

void checkBooks(const Profile &profile) {
  Result<void> holds = checkConservation(profile, Teams(profile));
  INFO((holds.ok() ? "" : holds.error().text()));
  CHECK(holds.ok());
}

constexpr double most_away = 0.05;

double away(double a, double b) { return std::abs(a / b - 1); }

} // namespace

TEST_CASE("at a fifth of an iterative run its forecast is within 5 % of that of the whole") {
  double threads_away = 0, cores_away = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Profile whole = runModelled(iterative(seed), noisy(seed));
    Result<Profile> fifth = finishedPart(atInstance(whole, instancesOf(whole) / 5));
    REQUIRE(fifth.ok());
    checkBooks(fifth.value());
    CHECK(away(static_cast<double>(fifth.value().window), static_cast<double>(whole.window) / 5) <
          most_away);
    for (int threads : {1, 2, 4, 8})
      threads_away = std::max(threads_away, away(ratioOf(fifth.value(), onThreads(threads)),
                                                 ratioOf(whole, onThreads(threads))));
    for (double cores : {1.0, 2.0, 1.5})
      cores_away = std::max(cores_away, away(ratioOf(fifth.value(), onCoresOf(cores)),
                                             ratioOf(whole, onCoresOf(cores))));
  }
  if (std::getenv("TARE_SHOW"))
    std::cout << "a fifth: threads " << threads_away << ", cores " << cores_away << "\n";
  CHECK(threads_away < most_away);
  CHECK(cores_away < most_away);
}

TEST_CASE("a log of which only a part is held forecasts what all of it does, within 5 %") {
  std::string folder = makeTemporaryFolder("tare-fifth-test-").value();
  std::string path = folder + "/p.tare";
  double threads_away = 0, cores_away = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    Profile whole = runModelled(iterative(seed), noisy(seed));
    whole.regions = instancesOf(whole);
    std::string bytes = tare::testing::written(whole).bytes();
    REQUIRE(writeFileAtomic(path, bytes).ok());
    Result<Profile> read = readRunningProfile(path, 20000);
    INFO((read.ok() ? "" : read.error().text()));
    REQUIRE(read.ok());
    Result<Profile> part = finishedPart(std::move(read).value());
    INFO((part.ok() ? "" : part.error().text()));
    REQUIRE(part.ok());
    CHECK(away(static_cast<double>(part.value().window), static_cast<double>(whole.window)) < 0.001);
    for (int threads : {1, 2, 4, 8})
      threads_away = std::max(threads_away, away(ratioOf(part.value(), onThreads(threads)),
                                                 ratioOf(whole, onThreads(threads))));
    cores_away =
        std::max(cores_away, away(ratioOf(part.value(), onCoresOf(2)), ratioOf(whole, onCoresOf(2))));
  }
  removeTree(folder);
  if (std::getenv("TARE_SHOW"))
    std::cout << "a part of the log: threads " << threads_away << ", cores " << cores_away << "\n";
  CHECK(threads_away < most_away);
  CHECK(cores_away < most_away);
}
