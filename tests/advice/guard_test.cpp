// SPDX-License-Identifier: Apache-2.0
// Every rule has a guard: none speaks of a row that waiting for a CPU or the debug build of the
// runtime explains, nor of a table that is not reliable.
#include "analyzer/advice/guard.h"
#include "analyzer/ledger/reliability.h"
#include "catalogue.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;
using Catch::EndsWith;

namespace {

const Rule &ruleOf(const std::string &name) {
  static const std::vector<Rule> rules = allRules();
  auto found = std::ranges::find(rules, name, &Rule::name);
  REQUIRE(found != rules.end());
  return *found;
}

/// So long that it explains each row, whichever runs that is made of.
void waitEverywhere(Case &made) {
  for (ConstructLines &construct : made.table().constructs)
    construct.cpu_waits = {0.9, 0.9};
  made.table().cpu_waits = {0.9, 0.9, 0.9, 0.9, 0.9, 0.9};
}

bool speaks(const Case &made, About about) {
  for (const Advice &advice : made.advice())
    if (ruleOf(advice.rule).about == about)
      return true;
  return false;
}

} // namespace

TEST_CASE("no rule about the program speaks of a row that waiting for a CPU explains") {
  for (auto &[name, made] : catalogue()) {
    INFO(name);
    REQUIRE_FALSE(made.advice().empty());
    CHECK(made.advice()[0].rule == name);
    CHECK(made.advice()[0].gain_s > 0);
    CHECK(made.advice()[0].gain_s <= 0.2);
    Case busy = made;
    waitEverywhere(busy);
    CHECK_FALSE(speaks(busy, About::Program));
    REQUIRE(speaks(busy, About::Waiting));
    CHECK_THAT(busy.advice()[0].sentence, Contains("waited for a CPU"));
    busy.setLine(category::off_cpu, 0.4); // which says it for all of them
    CHECK(busy.rule() == "quiet-machine");
  }
}

TEST_CASE("each rule about the program is among the cases") {
  Catalogue all = catalogue();
  for (const Rule &rule : allRules()) {
    INFO(rule.name);
    bool is_change = rule.about == About::Program || rule.about == About::Starts;
    CHECK((all.count(std::string(rule.name)) == 1) == is_change);
  }
}

TEST_CASE("a table that is not reliable has no advice at all") {
  Catalogue all = catalogue();
  all.emplace("quiet-machine", Case(category::off_cpu));
  all.emplace("opaque-constructs", Case(category::unidentified));
  all.emplace("startup-once", Case(category::startup));
  all.emplace("probes-slow-code", slowed(category::instruction_level));
  for (auto &[name, made] : all) {
    INFO(name);
    Case unreliable = made;
    unreliable.table().parallel_time = {1, 0.9, 1.14};
    CHECK_FALSE(unreliable.advice().empty());
    unreliable.table().parallel_time = {1, 0.9, 1.16};
    CHECK(unreliable.advice().empty());
    unreliable.table().parallel_time = {1, 1, 1};
    unreliable.table().efficiency = {0.8, 0.74, 1.0};
    CHECK(unreliable.advice().empty());
  }
}

TEST_CASE("what waiting for a CPU leaves of a row has advice, and the sentence gives both") {
  Case loop(category::load_imbalance, "for");              // 0.2 s on two threads
  loop.construct().cpu_waits.many_s = 0.03;                // half of it is lost by the other thread
  CHECK_THAT(loop.advice()[0].sentence, !Contains("CPU")); // 7.5 %: not worth a word
  CHECK(loop.advice()[0].gain_s == Approx(0.185));
  loop.construct().cpu_waits.many_s = 0.16;
  CHECK(loop.rule() == "schedule-try");
  CHECK_THAT(loop.advice()[0].sentence, EndsWith(" Up to 40.0 % of this is waiting for a CPU."));
  CHECK(loop.advice()[0].gain_s == Approx(0.12));
  loop.construct().overheads[0].time = {0.2, 0.07, 0.3}; // what is left may be nothing
  CHECK(loop.rule() == "busy-imbalance");
  CHECK(loop.advice()[0].gain_s == Approx(0.08));
  loop.construct().overheads[0].time = {0.2, 0.15, 0.3};
  CHECK(loop.rule() == "schedule-try");
  loop.construct().cpu_waits.many_s = 0.32; // 0.04 s are left, of a row of 0.2 s
  CHECK(loop.rule() == "busy-imbalance");
  CHECK_THAT(loop.advice()[0].sentence, Contains("Threads waited for a CPU for 320 ms here"));
}

TEST_CASE("a thread without a CPU makes all others wait, but spends only its own time") {
  auto explained = [](std::string_view category, int threads) {
    Case made(category, "for");
    made.table().threads = threads;
    made.ledger.machine.cores = 8;
    made.construct().cpu_waits.many_s = 0.08;
    return 0.2 - made.advice()[0].gain_s;
  };
  CHECK(explained(category::load_imbalance, 2) == Approx(0.04));
  CHECK(explained(category::load_imbalance, 4) == Approx(0.06));
  CHECK(explained(category::runtime_scheduling, 4) == Approx(0.06));
  CHECK(explained(category::work_rate, 4) == Approx(0.02));
  CHECK(explained(category::user_scheduling, 2) == Approx(0.04));
}

TEST_CASE("a row is explained by waits in the runs that it is made of, and in no others") {
  auto rule = [](std::string_view category, double one_s, double many_s) {
    Case made(category, "for");
    made.construct().cpu_waits = {one_s, many_s};
    made.table().cpu_waits = {0, 0, 0, one_s, many_s, 0};
    return made.rule();
  };
  CHECK(rule(category::instruction_level, 0, 0.9) == "compare-instructions");
  CHECK(rule(category::instruction_level, 0.9, 0) == "busy-instructions");
  CHECK(rule(category::work_rate, 0.9, 0) == "memory-shared");
  CHECK(rule(category::work_rate, 0, 0.9) == "busy-work");
  CHECK(rule(category::load_imbalance, 0.9, 0) == "schedule-try");
  Case one(category::instruction_level, "for");
  one.construct().cpu_waits.one_s = 0.39;
  CHECK_THAT(one.advice()[0].sentence,
             Contains("On one thread the program waited for a CPU for 390 ms here"));
}

TEST_CASE("of extra code it depends on which program was compared") {
  auto rule = [](double ignored_s, double one_s, bool has_ignored, double ratio = 1) {
    Case made(category::additional_computation, "for");
    made.construct().work = WorkTimes{1, 1, 1.2, ratio};
    made.construct().cpu_waits = {one_s, 0};
    made.table().cpu_waits = {0, ignored_s, 0, one_s, 0, 0};
    if (!has_ignored)
      std::erase_if(made.table().overheads, [](const LedgerLine &line) {
        return line.category == category::instruction_level;
      });
    return made.rule();
  };
  CHECK(rule(0.9, 0, true) == "busy-computation");
  CHECK(rule(0, 0.9, true) == "compare-compilation");
  CHECK(rule(0, 0.9, false) == "busy-computation");
  CHECK(rule(0.9, 0.9, true, 1.5) == "executed-more"); // that is of the run on p threads
}

TEST_CASE("waits in serial code make all others wait, wherever it was") {
  Case serial(category::unparallelised, "loop");
  serial.table().cpu_waits = {0, 0, 0, 0, 0.9, 0};
  CHECK(serial.rule() == "serial-hot-spot");
  serial.table().cpu_waits->many_serial_s = 0.9;
  CHECK(serial.rule() == "busy-serial");
}

TEST_CASE("a construct whose threads had their CPUs is named, however long others waited for one") {
  Case loop(category::load_imbalance, "for");
  loop.table().cpu_waits = {0, 0, 0, 0, 0.9, 0};
  CHECK(loop.rule() == "schedule-try");
  loop.table().constructs.clear(); // what has no place may be anywhere
  CHECK(loop.rule() == "busy-imbalance");
}

TEST_CASE("waits in the code of a region may explain waits of what is in it") {
  Case loop(category::load_imbalance, "for");
  loop.construct().region = "x.c#main#parallel#0";
  ConstructLines region;
  region.id = "x.c#main#parallel#0";
  region.cpu_waits.many_s = 0.36;
  loop.table().constructs.push_back(region);
  CHECK(loop.rule() == "busy-imbalance");
  loop.construct().kind = "parallel"; // inside of another one
  CHECK(loop.rule() == "region-unequal");
}

TEST_CASE("a ledger of an earlier version has only the row of waiting for a CPU") {
  Case loop(category::load_imbalance, "for");
  loop.loseCore(0.06); // of 0.2 s
  CHECK_THAT(loop.advice()[0].sentence, Contains("Up to 30.0 % of this is waiting for a CPU"));
  loop.loseCore(0.18);
  CHECK(loop.rule() == "busy-imbalance");
}

TEST_CASE("a debug build of the runtime explains loops that are started often") {
  auto started = [](std::string_view category, const char *directive, double times) {
    bool is_region = category == category::fork_join;
    Case made = Case(category, is_region ? "parallel" : "for", directive).times(times);
    made.ledger.openmp_runtime = {"libomp", "/usr/lib/libomp.so.5"};
    return made;
  };
  for (auto [category, directive, rule, other] :
       {std::tuple(category::user_scheduling, "for", "debug-build-loops", "loop-longer"),
        std::tuple(category::fork_join, "parallel for", "debug-build-regions", "regions-merge")}) {
    Case made = started(category, directive, 350000); // of 0.2 s, 0.18 s
    CHECK(made.rule() == other);
    made.ledger.openmp_runtime.debug_build = true;
    CHECK(made.rule() == rule);
    CHECK(made.advice()[0].gain_s == Approx(0.18).epsilon(0.01));
    CHECK_THAT(made.advice()[0].sentence,
               Contains("/usr/lib/libomp.so.5 is a debug build.") && Contains("515 ns"));
    made.construct().instances = 100000; // a quarter
    CHECK(made.rule() == other);
    CHECK_THAT(made.advice()[0].sentence,
               EndsWith("Up to 25.8 % of this is the debug build of the OpenMP runtime."));
    made.construct().instances = 1000;
    CHECK_THAT(made.advice()[0].sentence, !Contains("debug"));
  }
  Case fetched = started(category::user_scheduling, "for schedule(dynamic, 2)", 1);
  fetched.ledger.openmp_runtime.debug_build = true;
  CHECK(fetched.rule() == "schedule-larger-chunk");
  fetched.construct().iterations = {{0, 9, 5, 1e-7, 1.4e6}}; // 700000 chunks, by two threads
  CHECK(fetched.rule() == "schedule-larger-chunk"); // fewer starts help that build, too
  CHECK_THAT(fetched.advice()[0].sentence, Contains("is the debug build of the OpenMP runtime."));
  Case region = started(category::fork_join, "parallel", 350000); // which begins no loop
  region.ledger.openmp_runtime.debug_build = true;
  CHECK(region.rule() == "regions-merge");
}

TEST_CASE("a debug build is in the work of loops, of the region around them and on one thread") {
  auto rule = [](std::string_view category, const char *kind, double times) {
    Case made = Case(category, "for").times(times);
    made.ledger.openmp_runtime = {"libomp", "", true};
    ConstructLines region = made.construct();
    region.id = made.construct().region = "x.c#main#parallel#0";
    region.kind = "parallel";
    region.instances = 1;
    bool is_region = std::string_view(kind) == "parallel";
    if (is_region)
      made.construct().overheads.clear();
    else
      region.overheads.clear();
    made.table().constructs.push_back(region);
    return made.rule();
  };
  CHECK(rule(category::work_rate, "for", 350000) == "debug-build-work");
  CHECK(rule(category::work_rate, "for", 3500) == "memory-shared");
  CHECK(rule(category::work_rate, "parallel", 350000) == "debug-build-work");
  CHECK(rule(category::load_imbalance, "for", 350000) == "debug-build-imbalance");
  CHECK(rule(category::replicated_work, "parallel", 350000) == "debug-build-replicated");
  CHECK(rule(category::instruction_level, "parallel", 350000) == "compare-instructions"); // half
  CHECK(rule(category::instruction_level, "parallel", 700000) == "debug-build-instructions");
  CHECK(rule(category::locks, "for", 700000) == "lock-less-often"); // they begin no loop
}

TEST_CASE("whose band is wide is not reliable, and the wider band is the reason") {
  Case made(category::load_imbalance);
  Table &table = made.table();
  CHECK_FALSE(isUnreliable(table));
  table.parallel_time = {1, 0.875, 1.125};
  CHECK_FALSE(isUnreliable(table)); // a quarter is the limit
  table.parallel_time.high_s = 1.2;
  REQUIRE(isUnreliable(table));
  CHECK(unreliabilityOf(table)->reason() == "the band of T_p is ± 16.2 % of T_p (limit ± 12.5 %)");
  table.efficiency = {0.8, 0.8, 1.2}; // the total is 1 - E, with the same band
  CHECK(unreliabilityOf(table)->figure == Unreliability::Figure::TotalOverhead);
  CHECK(unreliabilityOf(table)->reason() ==
        "the band of the total overhead is ± 20.0 % of T_p (limit ± 12.5 %)");
  table = {};
  CHECK_FALSE(isUnreliable(table)); // of no time
}

TEST_CASE("a row with a range has advice if all of it is a loss of known size, told by its least") {
  auto ranged = [](double low_s, double high_s) {
    Case made(category::fork_join, "parallel");
    made.construct().instances = 5000;
    for (LedgerLine &line : made.table().overheads)
      if (line.category == category::fork_join)
        line.time = {(low_s + high_s) / 2, low_s, high_s}, line.is_void = true;
    made.construct().overheads.front().time = {(low_s + high_s) / 2, low_s, high_s};
    made.construct().overheads.front().is_void = true;
    return made;
  };
  Case large = ranged(0.26, 0.46);
  CHECK(large.rule() == "regions-merge");
  CHECK_THAT(large.advice()[0].sentence, Contains("(26.0 % of T_p or more): "));
  CHECK(large.advice()[0].gain_s == Approx(0.26));
  CHECK(ranged(0.1, 0.46).advice().empty());
  CHECK(ranged(-0.1, 0.46).advice().empty());
}
