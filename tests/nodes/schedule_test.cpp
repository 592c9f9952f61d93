// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "instrumenter/nodes/clause.h"
#include "instrumenter/nodes/schedule.h"

using namespace tare;

namespace {

Schedule scheduleIn(const char *directive) {
  std::vector<Clause> clauses = clausesIn(directive);
  return scheduleOf(findClause(clauses, "schedule"));
}

std::string shown(const char *directive) {
  Schedule schedule = scheduleIn(directive);
  return schedule.kind + "|" + schedule.chunk;
}

/// Of each clause of this name its words and its expression.
std::vector<std::string> clausesOf(const char *directive, std::string_view name) {
  std::vector<std::string> found;
  for (const Clause &clause : clausesIn(directive)) {
    if (clause.name != name)
      continue;
    std::string words;
    for (const std::string &word : clause.words)
      words += word + "|";
    found.push_back(words + clause.expression);
  }
  return found;
}

} // namespace

TEST_CASE("clauses as people write them") {
  using Clauses = std::vector<std::string>;
  CHECK(clausesOf("parallel num_threads (4)", "num_threads") == Clauses{"4"});
  CHECK(clausesOf("parallel num_threads( n / (p + 1) )if(n)", "num_threads") == Clauses{"n/(p+1)"});
  CHECK(clausesOf("for reduction(+ : s)reduction (task, + : t) nowait", "reduction") ==
        Clauses{"+:s", "task|+:t"});
  CHECK(clausesOf("for reduction(+ : s) nowait", "nowait") == Clauses{""});
  CHECK(clausesOf("for shared(nowait) private(a, nowait)", "nowait").empty());
  CHECK(clausesOf("for nowaiting", "nowait").empty());
  CHECK(clausesOf("for, nowait", "nowait").size() == 1);
  CHECK(clausesOf("for (((", "for").empty());
  CHECK(clausesOf("for if(a != '(') if(*\"\\\") (\" == u8')') num_threads(1'0'0)", "num_threads") ==
        Clauses{"1'0'0"});
  CHECK(clausesOf("for if('\\'' == \"(\"[0]) nowait", "nowait").size() == 1);
  CHECK(clausesOf(")) for", "for").size() == 1);
  CHECK(clausesOf("", "for").empty());
}

TEST_CASE("schedules as people write them") {
  CHECK(shown("for") == "|");
  CHECK(shown("for schedule(static)") == "static|");
  CHECK(shown("for private(i) schedule ( dynamic , 4 ) nowait") == "dynamic|4");
  CHECK(shown("for schedule(monotonic: dynamic)") == "dynamic|");
  CHECK(shown("for schedule(nonmonotonic, simd : guided, n / (p + 1))") == "guided|n/(p+1)");
  CHECK(shown("for schedule(dynamic, n > 4 ? 2 : 1)") == "dynamic|n>4?2:1");
  CHECK(shown("teams distribute dist_schedule(static, 8)") == "|");
  CHECK(shown("for dist_schedule(static, 8) schedule(runtime)") == "runtime|");
  CHECK(shown("for schedule \\\n (dynamic,\\\n 1)") == "dynamic|1");
  CHECK(shown("for schedule(") == "|");
}

TEST_CASE("who asks for iterations as it goes") {
  CHECK_FALSE(scheduleIn("for").dispatches());
  CHECK_FALSE(scheduleIn("for schedule(static, 1)").dispatches());
  for (const char *text : {"schedule(dynamic, 8)", "schedule(guided)", "schedule(auto)"}) {
    CHECK(scheduleIn(text).dispatches());
    CHECK_FALSE(scheduleIn(text).dispatchesEach());
  }
  CHECK(scheduleIn("schedule(dynamic)").dispatchesEach());
  CHECK(scheduleIn("schedule(nonmonotonic: dynamic, 1)").dispatchesEach());
}
