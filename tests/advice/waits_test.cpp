// SPDX-License-Identifier: Apache-2.0
// Waits that are not what they seem: of teams of one, and on a busy machine, where work is not
// either.
#include "case.h"
#include "catch.hpp"
#include "directive.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

TEST_CASE("a nested region of one thread starts none, and nobody waits in it") {
  for (auto [line, kind, rule, other] :
       {std::tuple(category::fork_join, "parallel", "regions-of-one", "regions-merge"),
        std::tuple(category::barriers, "single", "barrier-of-one", "barrier-nowait")}) {
    Case nested = Case(line, kind).times(200000);
    CHECK(nested.rule() == other);
    nested.construct().nested_team = 1;
    CHECK(nested.rule() == rule);
    CHECK_THAT(nested.advice()[0].sentence,
               Contains("lies in another one and has one thread") &&
                   Contains("(200000 times, 1.00 us each)") && Contains("omp_in_parallel()") &&
                   !Contains("started and joined") && !Contains("nowait"));
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
    CHECK_THAT(sentence, Contains("without a region (an if clause still makes one, of one"));
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
  CHECK_THAT(own.advice()[0].sentence, Contains("each of the region's threads executes here") &&
                                           Contains("unless one thread does it in a branch") &&
                                           !Contains("by hand"));
  own.construct().instances = 6; // by the one that a branch lets in
  CHECK(own.rule() == "imbalance-one-thread");
  own.construct().instances = 12;
  own.construct().region = ""; // in a function that several regions call
  CHECK(own.rule() == "imbalance-one-thread");
}

TEST_CASE("a busy machine may explain waits of which a good part was lost without a core") {
  for (auto [line, rule] :
       {std::pair(category::load_imbalance, "busy-imbalance"),
        std::pair(category::locks, "busy-locks"), std::pair(category::barriers, "busy-barriers"),
        std::pair(category::user_waits, "busy-spin"),
        std::pair(category::fork_join, "busy-regions")}) {
    Case busy = Case(line, "parallel").times(5000);
    busy.setLine(category::off_cpu, 0.06); // elsewhere
    CHECK(busy.advice()[0].rule != rule);
    busy.loseCore(0.04); // a fifth of the line
    CHECK(busy.advice()[0].rule != rule);
    busy.loseCore(0.06);
    CHECK(busy.advice()[0].rule == rule);
    CHECK_THAT(busy.advice()[0].sentence, Contains("without a core for 60.0 ms here,") &&
                                              Contains("measure again on a quiet machine"));
  }
  Case few(category::partially_parallelised, "parallel"); // threads that nobody asked for
  few.loseCore(0.06);
  CHECK(few.advice()[0].rule == "team-too-small");
  Case spread(category::load_imbalance);
  spread.setLine(category::off_cpu, 0.06);
  CHECK(spread.advice()[0].rule == "busy-imbalance");
}

TEST_CASE("a busy machine may explain slow work where a good part was lost without a core") {
  for (auto [line, rule] :
       {std::pair(category::work_rate, "busy-work"), std::pair(category::data_access, "busy-data"),
        std::pair(category::additional_computation, "busy-computation"),
        std::pair(category::instruction_level, "busy-instructions")}) {
    Case busy(line, "for");
    busy.loseCore(0.04); // a fifth of the line
    CHECK(busy.advice()[0].rule != rule);
    busy.loseCore(0.06);
    CHECK(busy.advice()[0].rule == rule);
    CHECK_THAT(busy.advice()[0].sentence, Contains("without a core for 60.0 ms here,") &&
                                              Contains("measure again on a quiet machine") &&
                                              !Contains("waited"));
    Case spread(line);
    spread.setLine(category::off_cpu, 0.3); // no more than of waits
    CHECK(spread.advice()[1].rule == rule);
  }
}

TEST_CASE("what a region's own code loses without a core may explain waits in it") {
  Case loop(category::load_imbalance, "for");
  loop.construct().region = "x.c#main#parallel#0";
  loop.loseCore(0.03);
  CHECK(loop.rule() == "schedule-try");
  ConstructLines region;
  region.id = "x.c#main#parallel#0";
  region.overheads = {{std::string(category::off_cpu), {0.03, 0.03, 0.03}, {}}};
  loop.table().constructs.push_back(region);
  CHECK(loop.rule() == "busy-imbalance");
  CHECK_THAT(loop.advice()[0].sentence, Contains("without a core for 60.0 ms here,"));
  loop.construct().kind = "parallel"; // inside of another one
  CHECK(loop.rule() == "region-unequal");
}

TEST_CASE("a team that takes milliseconds to start and join waits for cores if they were lacking") {
  Case slow = Case(category::fork_join, "parallel", "parallel for").times(18);
  CHECK(slow.rule() == "regions-merge"); // no thread was without a core
  slow.loseCore(0.06);
  CHECK(slow.rule() == "regions-without-core");
  CHECK_THAT(slow.advice()[0].sentence, Contains("18 times, 11.1 ms each, is more than starting") &&
                                            Contains("without a core for 60.0 ms") &&
                                            !Contains("one parallel region around"));
  slow.table().threads = 128;
  slow.ledger.machine.cores = 128;
  CHECK(slow.rule() == "busy-regions");
}

TEST_CASE("what is copied for each thread of a region may be most of its fork and join") {
  for (const char *clause :
       {"copyin(a)", "firstprivate(a)", "lastprivate(a)", "reduction(+ : a)"}) {
    Case dear = Case(category::fork_join, "parallel", std::string("parallel for ") + clause);
    CHECK(dear.rule() == "regions-copies");
    CHECK_THAT(dear.advice()[0].sentence,
               Contains("once, 200 ms:") &&
                   Contains("what is copied or combined for each thread is in") &&
                   !Contains("core"));
    dear.loseCore(0.06);
    CHECK_THAT(dear.advice()[0].sentence,
               Contains("waits for a core, which threads lacked for 60.0 ms"));
    dear.construct().instances = 5000;
    CHECK(dear.rule() == "busy-regions");
    dear.loseCore(0);
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
             Contains("nothing to do: parallelise it (the program slept, or waited for input, "
                      "output or another process, for 309 ms") &&
                 Contains("see first whether that is here"));
  call.ledger.idle_s = 0.8; // as in a region
  CHECK(call.rule() == "serial-hot-spot");
  CHECK_THAT(call.advice()[0].sentence,
             Contains("nothing to do: parallelise it (the program slept") &&
                 Contains("800 ms of its time on one thread: more than what is serial here, a part "
                          "of which may be such a wait).") &&
                 !Contains("see first"));
  Case start(category::unparallelised, "call", "MPI_Init");
  start.ledger.idle_s = 0.3;
  CHECK(start.rule() == "serial-messages");
  CHECK_THAT(start.advice()[0].sentence, Contains("see first whether that is here"));
  Case spread(category::unparallelised);
  spread.table().speedup_limit = 4;
  CHECK_THAT(spread.advice()[0].sentence, !Contains("slept"));
  spread.ledger.idle_s = 0.3;
  CHECK(spread.rule() == "serial-limit");
  CHECK_THAT(spread.advice()[0].sentence, Contains("slept") && Contains("more than 4 times"));
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
  CHECK_THAT(says(1e8, 0, 0), Contains("it executes 100000000 atomic operations,"));
  CHECK_THAT(says(1e8, 1e8, 1e8),
             Contains("functions that it calls execute 100000000 atomic operations (p.c:4),") &&
                 !Contains("it executes"));
  CHECK_THAT(says(1e8, 1e8, 8e7), Contains("operations (p.c:4, 80000000 of them),"));
  CHECK_THAT(says(6e8, 2e8, 2e8), Contains("it executes 400000000 atomic operations and functions "
                                           "that it calls 200000000 (p.c:4),"));
  CHECK_THAT(says(1e8, 1e6, 1e6),
             Contains("it executes 99000000 atomic operations,") && !Contains("functions"));
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
      Contains("single iterations differ, in no order that shows (standard deviation 100.0 % "
               "of their mean), and the 50 that a thread is given do not even that out: "
               "schedule(dynamic, 12)"));
  CHECK_THAT(of(1, 4).advice().at(0).sentence, !Contains("which explains"));
  CHECK_THAT(of(1, 2).advice().at(0).sentence, Contains("even that out, which explains 4") &&
                                                   Contains("% of it: schedule(dynamic, 12)"));
  CHECK_THAT(of(0.3, 4).advice().at(0).sentence, Contains("but that evens out over those"));
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
             Contains("executed 50000 times") && Contains("4.00 us each time"));
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
             Contains("std::mutex") && Contains("or more of their time"));
}
