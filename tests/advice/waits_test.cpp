// SPDX-License-Identifier: Apache-2.0
// Waits that are not what they seem: of teams of one, of sleep, of a start.
#include "case.h"
#include "catch.hpp"
#include "directive.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;
using Catch::EndsWith;

TEST_CASE("a nested region of one thread starts none, and nobody waits in it") {
  for (auto [line, kind, rule, other] :
       {std::tuple(category::fork_join, "parallel", "regions-of-one", "regions-merge"),
        std::tuple(category::barriers, "single", "barrier-of-one", "barrier-nowait")}) {
    Case nested = Case(line, kind).times(200000);
    CHECK(nested.rule() == other);
    nested.construct().nested_team = 1;
    CHECK(nested.rule() == rule);
    CHECK_THAT(nested.advice()[0].sentence,
               Contains("lies in another one and has one thread (200000 times, 1.00 us each)") &&
                   Contains("Where omp_in_parallel() is true") && !Contains("started and joined") &&
                   !Contains("nowait"));
    nested.construct().nested_team = 1.5;
    CHECK(nested.rule() == other);
  }
}

TEST_CASE("nested teams are no way out where something else decides that there is one thread") {
  auto nested = [](std::string_view line, const char *kind, const char *directive) {
    Case made = Case(line, kind, directive).times(200000);
    made.construct().nested_team = 1;
    return made;
  };
  auto names = [](const Case &made) {
    std::string sentence = made.advice()[0].sentence;
    CHECK_THAT(sentence, Contains("without a region.") && Contains("still makes a region, of one"));
    return sentence.find("OMP_MAX_ACTIVE_LEVELS") != std::string::npos;
  };
  CHECK(names(nested(category::fork_join, "parallel", "parallel private(x)")));
  CHECK_FALSE(names(nested(category::fork_join, "parallel", "parallel num_threads(1)")));
  CHECK_FALSE(names(nested(category::fork_join, "parallel", "parallel if(0)")));
  for (const char *variable : {"OMP_MAX_ACTIVE_LEVELS", "OMP_NESTED"}) {
    Case set = nested(category::fork_join, "parallel", "parallel");
    set.ledger.settings.environment[variable] = "2";
    CHECK_FALSE(names(set));
  }
  Case single = nested(category::barriers, "single", "single");
  ConstructLines region;
  region.id = single.construct().region = "x.c#main#parallel#0";
  region.kind = "parallel";
  setDirective(region, "parallel");
  single.table().constructs.push_back(region);
  CHECK(names(single));
  setDirective(single.table().constructs.back(), "parallel num_threads(n)");
  CHECK_FALSE(names(single));
  Case one = nested(category::fork_join, "parallel", "parallel");
  one.table().threads = 1; // and so has each region
  CHECK(one.rule() == "regions-merge");
}

TEST_CASE("a loop of region code that all threads execute may be unequal or one thread's") {
  Case own(category::load_imbalance, "loop", "loop");
  ConstructLines region = own.construct();
  region.id = own.construct().region = "x.c#main#parallel#0";
  region.kind = "parallel";
  setDirective(region, "parallel");
  region.instances = 6;
  region.overheads.clear();
  ConstructLines inner = region; // which ended before the loop begins
  inner.id = "x.c#main#parallel#1";
  inner.line = 6;
  inner.instances = 12;
  own.table().constructs.insert(own.table().constructs.end(), {region, inner});
  own.construct().instances = 12; // by both threads
  CHECK(own.rule() == "region-unequal");
  CHECK_THAT(own.advice()[0].sentence, Contains("Each of the region's threads executes another") &&
                                           Contains("If one thread executes it, in a branch"));
  own.construct().instances = 6; // by the one that a branch lets in
  CHECK(own.rule() == "imbalance-one-thread");
  own.construct().instances = 12;
  own.construct().region = ""; // in a function that several regions call
  CHECK(own.rule() == "imbalance-one-thread");
}

TEST_CASE("a team that takes milliseconds to start and join waits for cores if they were lacking") {
  Case slow = Case(category::fork_join, "parallel", "parallel for").times(18);
  CHECK(slow.rule() == "regions-merge"); // no thread was without a core
  slow.loseCore(0.06);                   // 30 % of it
  CHECK(slow.rule() == "regions-merge");
  slow.loseCore(0.18);
  CHECK(slow.rule() == "regions-without-core");
  CHECK_THAT(slow.advice()[0].sentence,
             Contains("Measure again on an idle machine") &&
                 Contains("18 times, 11.1 ms each, which is more than that costs") &&
                 !Contains("one parallel region around"));
  slow.table().threads = 128; // and 128 times more thread time
  slow.ledger.machine.cores = 128;
  CHECK(slow.rule() == "busy-regions");
}

TEST_CASE("what is copied for each thread of a region may be most of its fork and join") {
  for (const char *clause :
       {"copyin(a)", "firstprivate(a)", "lastprivate(a)", "reduction(+ : a)"}) {
    Case dear = Case(category::fork_join, "parallel", std::string("parallel for ") + clause);
    CHECK(dear.rule() == "regions-copies");
    CHECK_THAT(dear.advice()[0].sentence,
               Contains("once, 200 ms.") &&
                   Contains("What is copied or combined for each thread is in") &&
                   !Contains("CPU"));
    dear.loseCore(0.06);
    CHECK(dear.rule() == "regions-copies");
    CHECK_THAT(dear.advice()[0].sentence, EndsWith("Up to 30.0 % of this is waiting for a CPU."));
    dear.construct().instances = 5000;
    CHECK(dear.rule() == "regions-merge");
  }
}

TEST_CASE("serial code of a program that slept may be where it slept") {
  Case call(category::unparallelised, "call", "wait_for_server");
  call.ledger.idle_s = 0.05; // of 400 ms
  CHECK(call.rule() == "serial-hot-spot");
  call.ledger.idle_s = 0.309;
  CHECK(call.rule() == "serial-idle");
  CHECK_THAT(call.advice()[0].sentence,
             Contains("Parallelise it. ") &&
                 Contains("The program slept, or waited for input, output or another process, for "
                          "309 ms on one thread: check first whether that is here."));
  call.ledger.idle_s = 0.8; // as in a region
  CHECK(call.rule() == "serial-hot-spot");
  CHECK_THAT(call.advice()[0].sentence,
             Contains("for 800 ms on one thread: more than is serial here, but a part may be.") &&
                 !Contains("check first"));
  Case start(category::unparallelised, "call", "MPI_Init");
  start.ledger.idle_s = 0.3;
  CHECK(start.rule() == "serial-messages");
  CHECK_THAT(start.advice()[0].sentence, Contains("check first whether that is here"));
  Case spread(category::unparallelised);
  spread.table().speedup_limit = 4;
  CHECK_THAT(spread.advice()[0].sentence, !Contains("slept"));
  spread.ledger.idle_s = 0.3;
  CHECK(spread.rule() == "serial-limit");
  CHECK_THAT(spread.advice()[0].sentence, Contains("slept") && Contains("at most 4 times"));
}

TEST_CASE("atomic operations of a construct, and those of functions that it calls") {
  Case loop(category::instruction_level, "for");
  loop.construct().work = WorkTimes{0.5, 1, 1.3};
  auto says = [&](double all, double called, double there) {
    loop.construct().atomics = all;
    loop.construct().atomics_called = called;
    loop.construct().atomics_at = called > 0 ? "p.c:4" : "";
    loop.construct().atomics_there = there;
    CHECK(loop.rule() == "atomic-instructions");
    return loop.advice()[0].sentence;
  };
  CHECK_THAT(says(1e8, 0, 0), Contains("It executes 100000000 atomic operations."));
  CHECK_THAT(says(1e8, 1e8, 1e8),
             Contains("Functions that it calls execute 100000000 atomic operations (p.c:4).") &&
                 !Contains("It executes"));
  CHECK_THAT(says(1e8, 1e8, 8e7), Contains("operations (p.c:4, 80000000 of them)."));
  CHECK_THAT(says(6e8, 2e8, 2e8), Contains("It executes 400000000 atomic operations, and functions "
                                           "that it calls 200000000 (p.c:4)."));
  CHECK_THAT(says(1e8, 1e6, 1e6),
             Contains("It executes 99000000 atomic operations.") && !Contains("functions"));
}

TEST_CASE("iterations that differ by chance: whether that explains the waits") {
  // 50 iterations a thread: sqrt(50) = 7.1, so with a deviation of 100 % the longer of two threads
  // is expected 8 % late.
  auto of = [](double deviation, double work_s, const std::string &directive = "for") {
    return Case(category::load_imbalance, "for", directive)
        .withIterations([](int) { return 4; })
        .scattered(deviation, work_s);
  };
  CHECK(of(1, 4).rule() == "schedule-scattered"); // 0.2 s of 2.2 s, as two threads share the work
  CHECK(of(1, 2).rule() == "schedule-scattered"); // 48 % of 0.2 s of 1.2 s
  CHECK(of(1, 1).rule() == "imbalance-not-schedule"); // 28 % of 0.2 s of 0.7 s
  CHECK(of(0.3, 4).rule() == "imbalance-not-schedule");
  CHECK(of(0.3, 9).rule() == "schedule-scattered");
  CHECK(of(0.2, 20).rule() == "imbalance-not-schedule"); // not scattered
  CHECK(of(1, 4, "for schedule(guided)").rule() == "schedule-last-chunks");
  CHECK_THAT(
      of(1, 4).advice().at(0).sentence,
      Contains("Use schedule(dynamic, 12): a thread") &&
          Contains("Single iterations differ in no order that shows (standard deviation 100.0 % of "
                   "their mean). The 50 that a thread is given do not even that out."));
  CHECK_THAT(of(1, 4).advice().at(0).sentence, !Contains("which explains"));
  CHECK_THAT(of(1, 2).advice().at(0).sentence,
             Contains("even that out, which explains 4") && Contains("% of the waits."));
  CHECK(of(1, 2).advice().at(0).gain_s == Approx(0.097).epsilon(0.1));
  CHECK_THAT(of(0.3, 4).advice().at(0).sentence, Contains("That evens out over the iterations"));
}

TEST_CASE("a loop that is executed once waits for as large a part as one of many executions") {
  Case once = Case(category::load_imbalance, "for")
                  .withIterations([](int) { return 4; })
                  .scattered(1, 2); // thread time: 1 s on each of two threads, and 0.2 s of waits
  Case often = once;
  often.construct().over_time = {{0, 1, 2, 0.2, 1.2}};
  CHECK(once.advice().at(0).sentence == often.advice().at(0).sentence);
}

TEST_CASE("waits as long as threads are late at the start are no schedule's") {
  auto of = [](double instances) {
    return Case(category::load_imbalance, "for").times(instances); // 0.2 s of waits
  };
  CHECK(of(50000).rule() == "loop-execution-short"); // 4 us each
  CHECK_THAT(of(50000).advice().at(0).sentence,
             Contains("executed 50000 times") && Contains("are 4.00 us each time"));
  CHECK(of(30000).rule() == "schedule-try");
}

TEST_CASE("work in which threads slept is not the memory's") {
  Case work(category::work_rate, "for");
  CHECK(work.rule() == "memory-shared");
  work.table().asleep_s = 0.045; // of 0.2 s
  CHECK(work.rule() == "memory-shared");
  work.table().asleep_s = 0.055;
  CHECK(work.rule() == "sleeps-in-work");
  CHECK_THAT(work.advice()[0].sentence,
             Contains("std::mutex") && Contains("slept for 110 ms or more"));
}

TEST_CASE("threads of a library that take the cores are no other program") {
  Case crowded(category::off_cpu);
  CHECK(crowded.rule() == "quiet-machine");
  crowded.table().other_threads_s = 0.15; // two threads waited 0.4 s for cores
  CHECK(crowded.rule() == "quiet-machine");
  crowded.table().other_threads_s = 0.5;
  CHECK(crowded.rule() == "library-threads");
  CHECK_THAT(crowded.advice()[0].sentence,
             Contains("had 500 ms of CPU time") && Contains("OMP_WAIT_POLICY=passive"));
  Case waits(category::load_imbalance, "for");
  waits.setLine(category::off_cpu, 0.02);
  waits.loseCore(0.16);
  REQUIRE(waits.advice().at(0).rule == "busy-imbalance");
  CHECK_THAT(waits.advice()[0].sentence, Contains("Measure again on an idle machine"));
  waits.table().other_threads_s = 0.5;
  CHECK_THAT(waits.advice()[0].sentence,
             Contains("OPENBLAS_NUM_THREADS=1") && !Contains("idle machine"));
}
