// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/gate.h"
#include "analyzer/compare/settings.h"
#include "catch.hpp"
#include "fake_ledger.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

FakeProgram grown(double share) {
  FakeProgram program = usualProgram();
  program.constructs[1].lines[0].second += share;
  return program;
}

GateResult judged(const std::string &text, const Noise &noise, double share, uint32_t seed = 1,
                  int tuples = 5) {
  FakeWeigher weigher(seed, noise, tuples);
  Ledger base = weigher.weigh(usualProgram()), head = weigher.weigh(grown(share));
  Result<Comparison> comparison = compareLedgers(base, head);
  Result<Gate> gate = parseGate(text);
  REQUIRE(comparison.ok());
  REQUIRE(gate.ok());
  return evaluateGate(gate.value(), comparison.value());
}

std::string refusal(const std::string &text) {
  Result<Gate> gate = parseGate(text);
  REQUIRE_FALSE(gate.ok());
  return gate.error().message;
}

} // namespace

TEST_CASE("gates by full name, by its end, and at a place") {
  CHECK(parseGate("locks > 3%").value().category == category::locks);
  CHECK(parseGate("information_movement.synchronisation.locks>3").value().limit == Approx(0.03));
  CHECK(parseGate(" any > 5.5 % ").value().category == "any");
  Gate gate = parseGate("load_imbalance@lu2.c:31 > 5%").value();
  CHECK(gate.category == category::load_imbalance);
  CHECK(gate.place == "lu2.c:31");
  CHECK_THAT(refusal("locks"), Contains("no gate"));
  CHECK_THAT(refusal("looks > 5%"), Contains("no overhead is called"));
  CHECK_THAT(refusal("locks > much"), Contains("no limit"));
  CHECK_THAT(refusal("locks > -1%"), Contains("no limit"));
  CHECK_THAT(refusal("locks > nan"), Contains("no limit"));
  CHECK_THAT(refusal("time@x.c > 5%"), Contains("no place"));
  CHECK_THAT(refusal("locks@ > 5%"), Contains("no place"));
}

TEST_CASE("a gate fails on a growth beyond its limit and the noise") {
  GateResult result = judged("any > 5%", {.line = 0.005}, 0.1);
  CHECK(result.verdict == Verdict::Failed);
  CHECK_THAT(result.reason, Contains("locks"));
  CHECK(judged("locks > 5%", {.line = 0.005}, 0.1).verdict == Verdict::Failed);
  CHECK(judged("locks@second > 5%", {.line = 0.005}, 0.1).verdict == Verdict::Failed);
  CHECK(judged("locks@x.c > 5%", {.line = 0.005}, 0.1).verdict == Verdict::Failed);
  CHECK(judged("locks@first > 5%", {.line = 0.005}, 0.1).verdict == Verdict::Passed);
  CHECK(judged("load_imbalance > 5%", {.line = 0.005}, 0.1).verdict == Verdict::Passed);
  CHECK(judged("locks > 12%", {.line = 0.005}, 0.1).verdict == Verdict::Passed);
}

TEST_CASE("a growth below the least effect passes, also above the gate's own limit") {
  CHECK(judged("locks > 1%", {.line = 0.002}, 0.03).verdict == Verdict::Passed);
  CHECK(judged("locks > 1%", {.line = 0.002}, 0.08).verdict == Verdict::Failed);
}

TEST_CASE("what becomes less never fails") {
  CHECK(judged("any > 0%", {.line = 0.002}, -0.05).verdict == Verdict::Passed);
}

TEST_CASE("a band that holds the limit leaves the gate open") {
  int open = 0, failed = 0;
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    Verdict verdict = judged("locks > 5%", {.line = 0.015}, 0.06, seed).verdict;
    open += verdict == Verdict::Open;
    failed += verdict == Verdict::Failed;
  }
  CHECK(open >= 20);
  CHECK(failed <= 4);
}

TEST_CASE("too much noise to see a growth of the limit leaves the gate open") {
  GateResult result = judged("locks > 5%", {.line = 0.2}, 0, 1);
  CHECK(result.verdict == Verdict::Open);
  CHECK_FALSE(result.reason.empty());
}

TEST_CASE("too few tuples leave every gate open") {
  for (const char *gate : {"any > 5%", "time > 5%", "locks > 5%"}) {
    GateResult result = judged(gate, {.line = 0.001}, 0.2, 1, 2);
    CHECK(result.verdict == Verdict::Open);
    CHECK_THAT(result.reason, Contains("fewer than 3"));
  }
}

TEST_CASE("equal programs fail no gate, a plant of 10 % fails it nearly always") {
  int failed_equal = 0, failed_planted = 0;
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    failed_equal +=
        judged("any > 5%", {.line = 0.012, .drift = 0.02}, 0, seed).verdict == Verdict::Failed;
    failed_planted += judged("any > 5%", {.line = 0.012}, 0.1, seed).verdict == Verdict::Failed;
  }
  CHECK(failed_equal == 0);
  CHECK(failed_planted >= 185);
}

TEST_CASE("T_p is gated as it is, whatever the serial program says") {
  FakeProgram slower = usualProgram();
  slower.parallel_s *= 1.2;
  slower.serial_s *= 1.2;
  FakeWeigher weigher(1, {.line = 0.003});
  Comparison comparison =
      compareLedgers(weigher.weigh(usualProgram()), weigher.weigh(slower)).value();
  CHECK(evaluateGate(parseGate("time > 5%").value(), comparison).verdict == Verdict::Failed);
  CHECK(evaluateGate(parseGate("locks > 5%").value(), comparison).verdict == Verdict::Passed);
}

TEST_CASE("a second pair of runs confirms, or opens the gate") {
  GateResult failed, passed;
  failed.verdict = Verdict::Failed;
  CHECK(confirmed(failed, failed).verdict == Verdict::Failed);
  CHECK(confirmed(failed, passed).verdict == Verdict::Open);
  CHECK(confirmed(passed, failed).verdict == Verdict::Passed);
}

TEST_CASE("an overhead that nothing measured passes and says so") {
  GateResult result = judged("task_creation > 5%", {}, 0);
  CHECK(result.verdict == Verdict::Passed);
  CHECK_THAT(result.reason, Contains("nothing of this name"));
}

TEST_CASE("other machines and settings are hindrances, other folders and compile lines are not") {
  FakeWeigher weigher(1, {});
  Ledger base = weigher.weigh(usualProgram()), head = base;
  base.runs = {{"parallel", 2, "./old/p 1000 -x", "gcc -O2 old/p.c", 5, 0.4}};
  head.runs = {{"parallel", 2, "./new/p2 1000 -x", "gcc -O3 new/p.c", 5, 0.4}};
  CHECK(hindrances(base, head).empty());
  CHECK(remarks(base, head).size() == 1);
  auto only = [&](auto change) {
    Ledger other = head;
    change(other);
    std::vector<std::string> found = hindrances(base, other);
    REQUIRE(found.size() == 1);
    return found[0];
  };
  CHECK_THAT(only([](Ledger &l) { l.machine.host = "there"; }), Contains("host"));
  CHECK_THAT(only([](Ledger &l) { l.machine.cpu = "slow"; }), Contains("processor"));
  CHECK_THAT(only([](Ledger &l) { l.machine.cores = 4; }), Contains("cores"));
  CHECK_THAT(only([](Ledger &l) { l.reference = "omp_1"; }), Contains("reference"));
  CHECK_THAT(only([](Ledger &l) { l.runs[0].command = "./new/p2 2000 -x"; }),
             Contains("arguments"));
  CHECK_THAT(only([](Ledger &l) { l.settings.parameters["n"] = "5"; }), Contains("parameter n"));
  CHECK_THAT(only([](Ledger &l) { l.settings.environment["OMP_PLACES"] = "cores"; }),
             Contains("OMP_PLACES"));
  CHECK_THAT(only([](Ledger &l) { l.tables[0].threads = 8; }), Contains("no number of threads"));
}
