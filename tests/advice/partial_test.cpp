// SPDX-License-Identifier: Apache-2.0
// Too little parallelism: whether it is the construct's own, or that of tasks.
#include "case.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

TEST_CASE("threads that wait at a construct's end for tasks are not short of its iterations") {
  constexpr std::string_view line = category::partially_parallelised; // 0.2 s
  for (auto [kind, directive, other] : {std::tuple("for", "for", "loop-too-short"),
                                        std::tuple("sections", "sections", "sections-too-few"),
                                        std::tuple("parallel", "parallel if(n)", "team-by-if")}) {
    Case waits(line, kind, directive);
    CHECK(waits.rule() == other);
    waits.construct().lack_of_tasks_s = 0.09;
    CHECK(waits.rule() == other);
    waits.construct().lack_of_tasks_s = 0.11;
    CHECK(waits.rule() == "tasks-too-few");
    CHECK_THAT(waits.advice()[0].sentence, Contains("no task to run") && !Contains("iterations"));
  }
  Case works(line, "single");
  works.construct().work = WorkTimes{0, 10, 10};
  works.construct().lack_of_tasks_s = 0.2;
  CHECK(works.rule() == "single-overlap");
}

namespace {

/// In lines 10 and 13 a task of one line each, of `each_s`, and taskwaits in the lines that are told;
/// the row is at the last one.
Case tasksWith(const std::vector<int> &waits, double each_s, double waits_each = 1) {
  Case made = Case(category::partially_parallelised, "taskwait").times(500 * waits_each);
  made.construct().line = waits.back();
  made.construct().function = "solve";
  auto add = [&](const char *kind, int line, double times) {
    ConstructLines other = made.construct();
    other.kind = other.directive = kind;
    other.overheads.clear();
    other.line = line;
    other.end_line = line + 1;
    other.instances = times;
    if (other.kind == "task")
      other.work = WorkTimes{0, times * each_s, times * each_s};
    made.table().constructs.push_back(other);
  };
  add("task", 10, 500);
  add("task", 13, 500);
  for (size_t i = 0; i + 1 < waits.size(); ++i)
    add("taskwait", waits[i], 500 * waits_each);
  return made;
}

} // namespace

TEST_CASE("a taskwait right behind each task lets no two of them run at the same time") {
  Case each = tasksWith({12, 15}, 1e-3);
  CHECK(each.rule() == "tasks-waited-for-at-once");
  CHECK_THAT(each.advice()[0].sentence,
             Contains("remove the taskwait at x.c:12,") && Contains("Each of 1000 tasks"));
  CHECK(tasksWith({15}, 1e-3).rule() == "tasks-too-few");         // it waits for both
  CHECK(tasksWith({12, 17}, 1e-3).rule() == "tasks-too-few");     // other work before the second
  CHECK(tasksWith({12, 15}, 1e-3, 0.1).rule() == "tasks-too-few"); // it waits for ten each time
}

TEST_CASE("threads that have no task since creating one takes longer want fewer of them") {
  CHECK(tasksWith({15}, 0.1e-6).rule() == "tasks-coarser-waits");
  CHECK_THAT(tasksWith({15}, 0.1e-6).advice()[0].sentence,
             Contains("Create fewer and larger tasks") && !Contains("more and smaller"));
  CHECK(tasksWith({15}, 1e-6).rule() == "tasks-too-few");
}
