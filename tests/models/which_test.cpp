// SPDX-License-Identifier: Apache-2.0
// The best choice on simulated results of known truth: right where the bands part, else not said.
#include "analyzer/models/which.h"
#include "catch.hpp"
#include "tests/models/simulated_ledger.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace tare;

namespace {

void add(std::vector<NamedLedger> &into, uint64_t seed, const MadeProgram &program) {
  std::mt19937_64 random(seed);
  for (double size : usual_sizes)
    into.push_back(simulatedLedger(random, program, size, {4}));
}

/// The same program, whose work takes so many times as long.
MadeProgram other(double work, double noise) {
  MadeProgram program;
  program.name = "other";
  program.work = work;
  program.noise = noise;
  return program;
}

struct Verdicts {
  int parted = 0, right = 0;
};

Verdicts verdictsOf(double work, double noise, const std::string &function) {
  Verdicts verdicts;
  MadeProgram slower = other(work, noise), made;
  made.noise = noise;
  bool made_is_best = trueParallelTime(1200, 4, made) < trueParallelTime(1200, 4, slower);
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    std::vector<NamedLedger> ledgers;
    add(ledgers, seed, made);
    add(ledgers, 1000 + seed, slower);
    auto choices = choicesAt(ledgers, {{"N", 1200}}, function, {});
    REQUIRE(choices.size() == 2);
    if (!isToldApart(choices))
      continue;
    ++verdicts.parted;
    verdicts.right += (choices.front().keys.program == "made") == made_is_best;
  }
  if (std::getenv("TARE_TEST_FIGURES"))
    std::printf("which, work %.2f, noise %.0f %%%s: parted %d of 12, right %d\n", work, 100 * noise,
                function.empty() ? "" : ", of a function", verdicts.parted, verdicts.right);
  return verdicts;
}

} // namespace

TEST_CASE("the best is right in 95 % of the cases that are parted, and clear ones are parted") {
  int parted = 0, right = 0;
  for (double work : {1.02, 1.1, 1.3, 0.85})
    for (double noise : {0.01, 0.03}) {
      Verdicts verdicts = verdictsOf(work, noise, "");
      parted += verdicts.parted;
      right += verdicts.right;
    }
  CHECK(right >= 0.95 * parted);
  CHECK(verdictsOf(1.5, 0.01, "").parted >= 11);
}

TEST_CASE("equal programs cannot be told apart") { CHECK(verdictsOf(1, 0.02, "").parted <= 2); }

TEST_CASE("a function's own time tells which is best in it") {
  CHECK(verdictsOf(1.5, 0.01, "work").right >= 11);
  std::vector<NamedLedger> ledgers;
  add(ledgers, 1, {});
  auto none = choicesAt(ledgers, {{"N", 1200}}, "nowhere", {});
  REQUIRE(none.size() == 1);
  CHECK_FALSE(none.front().time.ok());
  CHECK(whichText(none, {{"N", 1200}}, "nowhere", 100).find("no construct of nowhere") !=
        std::string::npos);
}

TEST_CASE("the threads that take least are found, and the text begins with the answer") {
  std::mt19937_64 random(8);
  std::vector<NamedLedger> ledgers;
  for (double size : usual_sizes)
    ledgers.push_back(simulatedLedger(random, {}, size, {1, 4}));
  auto choices = choicesAt(ledgers, {{"N", 1000}}, "", {});
  REQUIRE(choices.size() == 2);
  CHECK(choices.front().threads == 4);
  CHECK(isToldApart(choices));
  CHECK(whichText(choices, {{"N", 1000}}, "", 100)
            .starts_with("At N = 1000 the best is made, 4 threads"));
}
