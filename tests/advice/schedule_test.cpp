// SPDX-License-Identifier: Apache-2.0
// What the schedule clause of a loop, as people write it, lets advice say.
#include "case.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

/// 0.2 s of waits; iterations of 4 us, 50 a thread.
Case evenWith(const std::string &clause, double work_s = 0.2) {
  Case loop =
      Case(category::load_imbalance, "for", "for " + clause).withIterations([](int) { return 4; });
  loop.construct().work = WorkTimes{work_s, work_s, work_s};
  return loop;
}

} // namespace

TEST_CASE("schedules are read with blanks and modifiers") {
  auto rising = [](const std::string &clause) {
    return Case(category::load_imbalance, "for", "for " + clause)
        .withIterations([](int k) { return k + 1; })
        .rule();
  };
  for (const char *clause :
       {"schedule (dynamic, 4)", "schedule( dynamic)", "schedule(nonmonotonic: dynamic)",
        "schedule(monotonic , simd : guided)"}) {
    INFO(clause);
    CHECK(rising(clause) == "schedule-last-chunks");
    CHECK(Case(category::user_scheduling, "for", std::string("for ") + clause).rule() ==
          "schedule-larger-chunk");
  }
  CHECK(rising("schedule (static,1)") != "schedule-triangular");
  CHECK(rising("schedule(static, 16)") == "schedule-triangular");
  CHECK(rising("private(schedule)") == "schedule-triangular");
  CHECK(Case(category::user_scheduling, "for", "for schedule(monotonic: static)").rule() ==
        "loop-longer");
}

TEST_CASE("chunks of a static schedule that leave threads without one are to blame") {
  // 100 iterations on two threads; 0.2 s of waits beside 0.1 s of work.
  Case half = evenWith("schedule(static, 60)"); // 60 and 40: a sixth
  CHECK(half.rule() == "imbalance-not-schedule");
  half = evenWith("schedule(static, 90)"); // 90 and 10: 44 %
  CHECK(half.rule() == "schedule-smaller-chunk");
  CHECK_THAT(
      half.advice()[0].sentence,
      Contains("Leave the chunk out, or make it smaller. Chunks of 90 give some threads more "
               "iterations than others. The loop has 100 iterations, and chunks of 90 make 2 "
               "of it for 2 threads. The iterations cost about the same."));
  CHECK(evenWith("schedule(static, 34)").rule() ==
        "schedule-smaller-chunk"); // 66 and 34: a quarter
  CHECK_THAT(evenWith("schedule(static, 34)").advice()[0].sentence,
             Contains("more iterations than others, which explains 3"));
  CHECK(evenWith("schedule(static, 25)").rule() == "imbalance-not-schedule"); // two each
  CHECK(evenWith("schedule(static, 4)").rule() == "imbalance-not-schedule");  // 52 and 48
  for (const char *clause :
       {"schedule(static)", "schedule(static, 1)", "schedule(monotonic:static)", "nowait"})
    CHECK(evenWith(clause).rule() == "imbalance-not-schedule");
  Case expression = evenWith("schedule(static, n / 3)");
  CHECK(expression.rule() == "schedule-smaller-chunk");
  CHECK_THAT(expression.advice()[0].sentence, Contains("Chunks of n/3 may give some threads"));
  Case unlike = evenWith("schedule (static, 90)").scattered(0.3, 0.2);
  CHECK(unlike.rule() == "schedule-smaller-chunk");
  CHECK_THAT(unlike.advice()[0].sentence,
             Contains("Chunks of 90 give") && Contains("evens out over the iterations of a"));
}

TEST_CASE("a schedule that the text does not tell may be to blame") {
  CHECK(evenWith("schedule(runtime)").rule() == "schedule-unknown");
  CHECK(evenWith("schedule (auto)").rule() == "schedule-unknown");
  CHECK_THAT(evenWith("schedule(simd: runtime)").advice()[0].sentence,
             Contains("schedule(runtime) does not say how they are shared out"));
}

TEST_CASE("iterations are told by their variable, which may count down") {
  auto sentence = [](auto cost) {
    Case loop = Case(category::load_imbalance, "for").withIterations(cost);
    loop.construct().iteration_variable = "row";
    return loop.advice().at(0).sentence;
  };
  CHECK_THAT(sentence([](int k) { return k + 1; }),
             Contains(" The larger row, the costlier the iteration. "));
  CHECK_THAT(sentence([](int k) { return 10 - k; }), Contains(" The smaller row, the costlier"));
}

TEST_CASE(
    "chunks are for fetching: a thread is given several, in executions that are long enough") {
  auto heavy = [](double instances) {
    Case loop = Case(category::load_imbalance, "for").withIterations([](int k) {
      return k == 4 || k == 7 ? 10 : 1;
    });
    loop.construct().instances = instances;
    return loop;
  };
  // 100 iterations, 2.8 us each on average: 50 a thread of one execution, 5 of ten.
  CHECK_THAT(heavy(1).advice().at(0).sentence, Contains("schedule(dynamic, 12)"));
  CHECK(heavy(1).rule() == "schedule-heavy-iterations");
  CHECK(heavy(10).rule() == "schedule-too-short");
  CHECK_THAT(heavy(10).advice().at(0).sentence,
             Contains("keeps a thread busy for 14.0 us, which is too short to fetch chunks") &&
                 !Contains("schedule("));
}

TEST_CASE("few iterations that do not divide explain waits that are as long, without samples") {
  auto loop = [](double iterations, double wait_s) {
    Case made = Case(category::load_imbalance, "for");
    made.construct().iterations_counted = iterations;
    made.construct().over_time = {{0, 1, 1, wait_s, 1}};
    return made;
  };
  Case three = loop(3, 0.25); // two threads, one has two of three: 1 - 1.5 / 2
  CHECK(three.rule() == "iterations-do-not-divide");
  CHECK_THAT(three.advice()[0].sentence,
             Contains("collapse(2)") && Contains("3 iterations for 2 threads: some of them get 2") &&
                 !Contains("cost about the same"));
  CHECK(loop(3, 0.4).rule() == "schedule-try");   // longer than that
  CHECK(loop(4, 0.25).rule() == "schedule-try");  // two each
  CHECK(loop(33, 0.03).rule() == "schedule-try"); // many: their cost may differ by as much
}
