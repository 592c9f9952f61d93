// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/settings.h"
#include "analyzer/compare/verdict.h"
#include "catch.hpp"
#include "judged.h"

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
                  int repetitions = 5) {
  FakeWeigher weigher(seed, noise, repetitions);
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
  CHECK_THAT(refusal("looks > 5%"), Contains("no single overhead is called 'looks'"));
  Error unknown = parseGate("waiting for lock > 5%").error();
  CHECK_THAT(unknown.next, Contains("the nearest are: waiting for locks"));
  CHECK(parseGate("Waiting for locks > 3%").value().category == category::locks);
  CHECK(parseGate("work inflation: memory, cache, clock@x.c > 3%").value().category ==
        category::work_rate);
  CHECK_THAT(refusal("locks > much"), Contains("no limit"));
  CHECK_THAT(refusal("locks > -1%"), Contains("no limit"));
  CHECK_THAT(refusal("locks > nan"), Contains("no limit"));
  CHECK_THAT(refusal("time@x.c > 5%"), Contains("no location"));
  CHECK_THAT(refusal("locks@ > 5%"), Contains("no location"));
}

TEST_CASE("a gate fails on a growth beyond its limit and the noise") {
  GateResult result = judged("any > 5%", {.line = 0.005}, 0.1);
  CHECK(result.verdict == GateVerdict::Failed);
  CHECK_THAT(result.reason, Contains("locks"));
  CHECK(judged("locks > 5%", {.line = 0.005}, 0.1).verdict == GateVerdict::Failed);
  CHECK(judged("locks@second > 5%", {.line = 0.005}, 0.1).verdict == GateVerdict::Failed);
  CHECK(judged("locks@x.c > 5%", {.line = 0.005}, 0.1).verdict == GateVerdict::Failed);
  CHECK(judged("locks@first > 5%", {.line = 0.005}, 0.1).verdict == GateVerdict::Passed);
  CHECK(judged("load_imbalance > 5%", {.line = 0.005}, 0.1).verdict == GateVerdict::Passed);
  CHECK(judged("locks > 12%", {.line = 0.005}, 0.1).verdict == GateVerdict::Passed);
}

TEST_CASE("a growth below the least effect passes, also above the gate's own limit") {
  CHECK(judged("locks > 1%", {.line = 0.002}, 0.03).verdict == GateVerdict::Passed);
  CHECK(judged("locks > 1%", {.line = 0.002}, 0.08).verdict == GateVerdict::Failed);
}

TEST_CASE("what becomes less never fails") {
  CHECK(judged("any > 0%", {.line = 0.002}, -0.05).verdict == GateVerdict::Passed);
}

TEST_CASE("a band that holds the limit leaves the gate open") {
  int open = 0, failed = 0;
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    GateVerdict verdict = judged("locks > 5%", {.line = 0.015}, 0.06, seed).verdict;
    open += verdict == GateVerdict::Open;
    failed += verdict == GateVerdict::Failed;
  }
  CHECK(open >= 20);
  CHECK(failed <= 4);
}

TEST_CASE("too much noise to see a growth of the limit leaves the gate open") {
  GateResult result = judged("locks > 5%", {.line = 0.2}, 0, 1);
  CHECK(result.verdict == GateVerdict::Open);
  CHECK_FALSE(result.reason.empty());
}

TEST_CASE("a clear improvement passes, however wide its band") {
  FakeProgram slow = usualProgram();
  slow.constructs[0].lines[0].second = 1;
  FakeWeigher weigher(1, {.line = 0.06});
  Ledger base = weigher.weigh(slow), head = weigher.weigh(usualProgram());
  Comparison comparison = compareLedgers(base, head).value();
  Gate gate = parseGate("load_imbalance > 5%").value();
  for (const Change &change : comparison.tables[0].changes)
    if (change.category == category::load_imbalance && change.site < 0) {
      REQUIRE(change.difference.half_width_s() > 0.05 * comparison.tables[0].parallel_s());
      REQUIRE(change.difference.high_s < 0);
    }
  CHECK(evaluateGate(gate, comparison).verdict == GateVerdict::Passed);
  GateResult back = evaluateGate(gate, compareLedgers(head, base).value());
  CHECK(back.verdict == GateVerdict::Failed);
}

TEST_CASE(
    "numbers of threads that HEAD lacks leave every gate open; those that BASE lacks do not") {
  FakeWeigher weigher(1, {.line = 0.005});
  FakeProgram four = usualProgram();
  four.threads = 4;
  Ledger few = weigher.weigh(usualProgram()), many = weigher.weigh(usualProgram());
  many.tables.push_back(weigher.weigh(four).tables[0]);
  Gate gate = parseGate("any > 5%").value();
  GateResult lacking = evaluateGate(gate, compareLedgers(many, few).value());
  CHECK(lacking.verdict == GateVerdict::Open);
  CHECK_THAT(lacking.reason, Contains("HEAD was not measured with 4 threads"));
  CHECK(evaluateGate(gate, compareLedgers(few, many).value()).verdict == GateVerdict::Passed);
}

TEST_CASE("too few repetitions leave every gate open") {
  for (const char *gate : {"any > 5%", "time > 5%", "locks > 5%"}) {
    GateResult result = judged(gate, {.line = 0.001}, 0.2, 1, 2);
    CHECK(result.verdict == GateVerdict::Open);
    CHECK_THAT(result.reason, Contains("fewer than 3"));
  }
}

TEST_CASE("equal programs fail no gate, a plant of 10 % fails it nearly always") {
  int failed_equal = 0, failed_planted = 0;
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    failed_equal +=
        judged("any > 5%", {.line = 0.012, .drift = 0.02}, 0, seed).verdict == GateVerdict::Failed;
    failed_planted += judged("any > 5%", {.line = 0.012}, 0.1, seed).verdict == GateVerdict::Failed;
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
  CHECK(evaluateGate(parseGate("time > 5%").value(), comparison).verdict == GateVerdict::Failed);
  CHECK(evaluateGate(parseGate("locks > 5%").value(), comparison).verdict == GateVerdict::Passed);
}

TEST_CASE("a second pair of runs confirms, or opens the gate") {
  GateResult failed = judged("any > 5%", {.line = 0.005}, 0.1);
  GateResult again = judged("any > 5%", {.line = 0.005}, 0.1, 2),
             passed = judged("any > 5%", {}, 0);
  CHECK(failed.confirmation == Confirmation::None);
  CHECK_THAT(failed.reason, Contains("not confirmed by a second measurement"));
  GateResult both = confirmed(failed, again, Confirmation::Both);
  CHECK(both.verdict == GateVerdict::Failed);
  CHECK_THAT(both.reason, Contains("both sides measured again confirm it"));
  CHECK_THAT(confirmed(failed, again, Confirmation::Head).reason, Contains("the same BASE"));
  GateResult open = confirmed(failed, passed, Confirmation::Both);
  CHECK(open.verdict == GateVerdict::Open);
  CHECK_THAT(open.reason, Contains("did not confirm it: no growth"));
  CHECK_FALSE(open.causes.empty());
  CHECK(confirmed(passed, failed, Confirmation::Both).verdict == GateVerdict::Passed);
  CHECK(unconfirmed(failed, "the disk was full").verdict == GateVerdict::Open);
  CHECK(unconfirmed(passed, "the disk was full").verdict == GateVerdict::Passed);
}

TEST_CASE("a second pair of runs that finds another overhead confirms nothing") {
  FakeProgram other = usualProgram();
  other.constructs[0].lines[0].second += 0.1; // load imbalance, not locks
  FakeWeigher weigher(3, {.line = 0.005});
  Comparison second = compareLedgers(weigher.weigh(usualProgram()), weigher.weigh(other)).value();
  GateResult first = judged("any > 5%", {.line = 0.005}, 0.1);
  GateResult again = evaluateGate(parseGate("any > 5%").value(), second);
  REQUIRE(again.verdict == GateVerdict::Failed);
  CHECK(confirmed(first, again, Confirmation::Both).verdict == GateVerdict::Open);
}

TEST_CASE("a gate knows every figure that it fails for") {
  GateResult result = judged("any > 5%", {.line = 0.005}, 0.1);
  REQUIRE(result.causes.size() == 2); // the program's locks, and those of one construct
  CHECK(result.causes[0].site == -1);
  CHECK(result.causes[1].construct == "x.c#second#for#0");
  CHECK_THAT(result.reason, Contains("and 1 other figure"));
  CHECK(judged("any > 5%", {.line = 0.005}, 0).causes.empty());
}

TEST_CASE("a place where neither side has a construct is a mistake, with the nearest names") {
  auto checked = [](const std::string &text) {
    FakeWeigher weigher(1, {});
    Comparison comparison =
        compareLedgers(weigher.weigh(usualProgram()), weigher.weigh(usualProgram())).value();
    return checkPlace(parseGate(text).value(), comparison);
  };
  for (const char *place : {"x.c", "x.c:20", "second"})
    CHECK(checked("locks@" + std::string(place) + " > 5%").ok());
  CHECK(checked("locks > 5%").ok());
  CHECK_THAT(checked("locks@y.c > 5%").error().message,
             Contains("neither side") && Contains("y.c"));
  CHECK_THAT(checked("locks@y.c > 5%").error().next, Contains("x.c"));
  CHECK_THAT(checked("any@secnod > 5%").error().next, Contains("second"));
  CHECK_THAT(checked("any@src/x.c:30 > 5%").error().next, Contains("x.c:30"));
  for (const char *part : {"for", "0", "x"}) // kinds and ordinals of identities are no places
    CHECK_FALSE(checked("locks@" + std::string(part) + " > 5%").ok());
}

TEST_CASE("a place is that of either version, and a function may be named without its scopes") {
  ComparedSite site;
  site.base = Site{"old.c#ns::f#for#0", "for", "old.c", "for", 10, 1, "ns::f"};
  for (const char *place : {"old.c", "old.c:10", "ns::f", "f"})
    CHECK(isAt(site, place));
  for (const char *place : {"new.c", "s::f", "ns", "old.c:1", "for"})
    CHECK_FALSE(isAt(site, place));
  site.head = site.base;
  site.head->file = "new.c";
  CHECK(isAt(site, "new.c:10"));
  CHECK(isAt(site, "old.c:10"));
}

TEST_CASE("a place that has nothing of the overhead passes and says so") {
  GateResult result = judged("locks@first > 5%", {.line = 0.005}, 0.1);
  CHECK(result.verdict == GateVerdict::Passed);
  CHECK_THAT(result.reason, Contains("none of it at first"));
}

TEST_CASE("the band of all that was measured decides, however few repetitions were undisturbed") {
  FakeWeigher weigher(1, {});
  Ledger base = weigher.weigh(usualProgram()), head = base;
  for (double &time : head.tables[0].parallel_repetitions_s)
    time *= 1.5;
  CHECK(judgedAs("time > 5%", base, head).verdict == GateVerdict::Failed);
  head.tables[0].repetitions_accepted = 2;
  CHECK(judgedAs("time > 5%", base, head).verdict == GateVerdict::Failed);
}

TEST_CASE("a file may be given by the end of its path") {
  FakeWeigher weigher(1, {});
  Ledger ledger = weigher.weigh(usualProgram());
  for (ConstructLines &construct : ledger.tables[0].constructs)
    construct.file = "src/x.c";
  Comparison comparison = compareLedgers(ledger, ledger).value();
  std::string line = std::to_string(ledger.tables[0].constructs[0].line);
  for (const std::string &place : {std::string("x.c"), "x.c:" + line, "src/x.c:" + line})
    CHECK(checkPlace(parseGate("locks@" + place + " > 5%").value(), comparison).ok());
  for (std::string place : {"rc/x.c", ".c", "/x.c", "y.c"})
    CHECK_FALSE(checkPlace(parseGate("locks@" + place + " > 5%").value(), comparison).ok());
}

TEST_CASE("runs are the same only when every one of them is") {
  FakeWeigher weigher(1, {});
  Ledger ledger = weigher.weigh(usualProgram()), other = ledger;
  CHECK(areSameRuns(ledger, other));
  other.tables[0].parallel_repetitions_s[3] += 2e-9;
  CHECK_FALSE(areSameRuns(ledger, other));
  CHECK_FALSE(areSameRuns(ledger, weigher.weigh(usualProgram())));
  other.tables.clear();
  CHECK_FALSE(areSameRuns(ledger, other));
}

TEST_CASE("names of sources and outputs are no other way to compile, options are") {
  FakeWeigher weigher(1, {});
  Ledger base = weigher.weigh(usualProgram()), head = base;
  auto remarksFor = [&](const std::string &before, const std::string &now) {
    base.runs = {{"serial", 1, "./s", before, 5, 0.4}};
    head.runs = {{"serial", 1, "./s", now, 5, 0.4}};
    return remarks(base, head);
  };
  CHECK(remarksFor("clang-19 -O2 unguarded.c -lm", "clang-19 -O2 dyn.c -lm").empty());
  CHECK(remarksFor("gcc -O2 a.cpp b.cc -o a", "gcc -O2 -onew new.cpp").empty());
  for (const char *now :
       {"gcc -O3 a.c -lm", "gcc -O2 a.c", "clang -O2 a.c -lm", "gcc -O2 -march=native a.c -lm"}) {
    std::vector<std::string> said = remarksFor("gcc -O2 a.c -lm", now);
    REQUIRE(said.size() == 1);
    CHECK_THAT(said[0], Contains("'gcc -O2 a.c -lm' and '" + std::string(now) + "'"));
  }
}

TEST_CASE("what env sets in a command is its program's environment, and no argument") {
  FakeWeigher weigher(1, {});
  Ledger base = weigher.weigh(usualProgram()), head = base;
  auto between = [&](const std::string &before, const std::string &after) {
    base.runs = {{"parallel", 2, before, "", 5, 0.4}, {"instrumented", 2, before, "", 5, 0.4}};
    head.runs = {{"parallel", 2, after, "", 5, 0.4}, {"instrumented", 2, after, "", 5, 0.4}};
    return hindrances(base, head);
  };
  using Said = std::vector<std::string>;
  CHECK(between("./old/p 3", "env LD_LIBRARY_PATH=/new/src ./new/p 3").empty());
  CHECK(between("env DATA=/old/x ./p", "env DATA=/new/x ./p").empty());
  CHECK(between("TARE_ENABLE=0 ./old/p 3", "./new/p 3").empty());
  CHECK(between("./p 3", "env MODE=big ./p 3") == Said{"environment MODE: not set and 'big'"});
  CHECK(between("env ./p 3", "env ./p 4").front() ==
        "arguments of the parallel program: '3' and '4'");
  CHECK(between("taskset -c 0 ./p", "taskset -c 0,1 ./p").front() ==
        "what starts the parallel program: 'taskset -c 0' and 'taskset -c 0,1'");
  base.settings.environment["OMP_PLACES"] = "cores";
  CHECK(between("./p", "./p") == Said{"environment OMP_PLACES: 'cores' and not set"});
  CHECK(between("./p", "env OMP_PLACES=cores ./p").empty());
  CHECK(between("env -u OMP_PLACES ./p", "./p").empty());
}

TEST_CASE("other machines and settings are hindrances, other folders and compile lines are not") {
  FakeWeigher weigher(1, {});
  Ledger base = weigher.weigh(usualProgram()), head = base;
  base.runs = {{"parallel", 2, "./old/p 1000 -x", "gcc -O2 old/p.c", 5, 0.4}};
  head.runs = {{"parallel", 2, "./new/p2 1000 -x", "gcc -O3 new/p.c", 5, 0.4}};
  CHECK(hindrances(base, head).empty());
  CHECK(remarks(base, head).size() == 1);
  head.tables[0].own_cost.budget = Budget{0.02, 10, 20, 0.5, {{"a.c#f#task#0", "short", {}}}};
  CHECK(hindrances(base, head).empty());
  REQUIRE(remarks(base, head).size() == 2);
  CHECK(remarks(base, head)[1] == "budget of the probes at p = 2: not set and '2 %, 1 construct "
                                  "without probes'");
  base.tables[0].own_cost.budget = head.tables[0].own_cost.budget;
  CHECK(remarks(base, head).size() == 1);
  Ledger thinner = base;
  thinner.coverage.unprobed.resize(2);
  thinner.coverage.unprobed[0].id = "p.c#main#critical#0";
  thinner.coverage.unprobed[1].id = "p.c#main#for#0";
  CHECK(remarks(thinner, thinner).empty());
  REQUIRE(remarks(base, thinner).size() == 1);
  CHECK_THAT(remarks(base, thinner)[0],
             Contains("p.c#main#critical#0 and 1 more without probes in HEAD only"));
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
