// SPDX-License-Identifier: Apache-2.0
// Waits for locks, and barriers that may be left out.
#include "case.h"
#include "catch.hpp"
#include "directive.h"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

TEST_CASE("locks: by what they are and how long they are held") {
  constexpr std::string_view line = category::locks;
  CHECK(Case(line, "critical").withLock(1e-4).rule() == "critical-reduction");
  CHECK(Case(line, "critical").withLock(0.1).rule() == "lock-hold-less");
  CHECK(Case(line, "lock").withLock(0.1).rule() == "lock-hold-less");
  CHECK(Case(line, "ordered").rule() == "ordered-serialises");
  for (double held_s : {0.0, 1e-4, 0.1}) // of an ordered it is always known
    CHECK(Case(line, "ordered").withLock(held_s).rule() == "ordered-serialises");
  CHECK(Case(line, "critical").rule() == "lock-less-often");
  Case two = Case(line, "critical").withLock(1e-4);
  ConstructLines other = two.construct();
  other.id = "x.c#main#critical#1";
  other.overheads.clear();
  two.table().constructs.push_back(other);
  CHECK(two.rule() == "critical-unnamed");
  for (ConstructLines &construct : two.table().constructs)
    setDirective(construct, "critical (" + construct.id + ")");
  CHECK(two.rule() == "critical-reduction");
}

TEST_CASE("how long a lock routine's lock is held is not known, and not told") {
  Case routine = Case(category::locks, "lock", "omp_set_lock").withLock(0);
  CHECK(routine.rule() == "lock-hold-less");
  CHECK_THAT(routine.advice()[0].sentence,
             Contains("Do less while the lock is held") &&
                 Contains("taken 1000 times, and 40.0 % of these had to wait.") &&
                 !Contains("0 ns"));
  CHECK_THAT(Case(category::locks, "critical").withLock(0.1).advice()[0].sentence,
             Contains("taken 1000 times and held for 100 us each time, and 40.0 % of these"));
}

TEST_CASE("nowait is not advised where it is forbidden") {
  auto rule = [](const char *kind, const std::string &directive) {
    return Case(category::barriers, kind, directive).rule();
  };
  CHECK(rule("single", "single copyprivate(x)") == "barrier-fewer");
  CHECK(rule("single", "single private(copyprivate)") == "barrier-nowait");
  CHECK(rule("for", "for reduction (task , + : s)") == "barrier-fewer");
  CHECK(rule("sections", "sections reduction(+ : a) reduction(task, + : b)") == "barrier-fewer");
  CHECK(rule("for", "for reduction(+ : task)") == "barrier-nowait");
  CHECK(rule("for", "for shared(nowait)") == "barrier-nowait");
}
