// SPDX-License-Identifier: Apache-2.0
// Serial code that may be parallel regions without probes.
#include "analyzer/advice/unseen.h"
#include "case.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

TEST_CASE("serial code may be regions that Tare did not build") {
  Case serial(category::unparallelised, "call", "step");
  serial.ledger.coverage.unseen_regions = {{"libother.so", {}}, {"libsolve.so", {"solve", "step"}}};
  CHECK(serial.rule() == "serial-unseen");
  CHECK_THAT(serial.advice()[0].sentence,
             Contains("Build step (libsolve.so) through `tare cc` before you believe this row."));
  Case nowhere(category::unparallelised);
  nowhere.ledger.coverage.unseen_regions = {{"libsolve.so", {}}};
  CHECK(nowhere.rule() == "serial-unseen");
  CHECK_THAT(nowhere.advice()[0].sentence, Contains("Build libsolve.so through"));
}

TEST_CASE("regions of a library do not hide the serial code that is known") {
  for (const char *kind : {"call", "loop"}) {
    Case serial(category::unparallelised, kind, "prepare");
    CHECK_THAT(serial.advice()[0].sentence, !Contains("did not build"));
    serial.ledger.coverage.unseen_regions = {{"libsolve.so", {"solve"}}};
    CHECK(serial.rule() == "serial-hot-spot");
    CHECK_THAT(serial.advice()[0].sentence,
               Contains("Parallelise it. ") &&
                   Contains("If it runs parallel regions that Tare did not build, as in solve "
                            "(libsolve.so), they count as serial code here: build their objects"));
    serial.construct().overheads[0].time = {0.08, 0.08, 0.08}; // the rest has no place
    REQUIRE(serial.advice().size() == 2);
    CHECK(serial.advice()[0].rule == "serial-hot-spot");
    CHECK(serial.advice()[1].rule == "serial-unseen");
  }
}

TEST_CASE("serial code that is much quicker with one thread may be such regions, too") {
  Case serial(category::unparallelised, "call", "prepare");
  serial.construct().work = WorkTimes{0, 0.15, 0.4};
  serial.ledger.coverage.unseen_regions = {{"libsolve.so", {"solve"}}};
  CHECK(serial.rule() == "serial-slower-there");
  CHECK_THAT(serial.advice()[0].sentence,
             Contains("before you parallelise it") &&
                 Contains("If it runs parallel regions that Tare did not"));
}

TEST_CASE("a call of a member function or template is that of its own name") {
  Case serial(category::unparallelised, "call", "ns::solve<double>");
  serial.ledger.coverage.unseen_regions = {{"libsolve.so", {"ns::solve(int)"}}};
  CHECK(serial.rule() == "serial-unseen");
  serial.ledger.coverage.unseen_regions = {
      {"libsolve.so", {"void (anonymous namespace)::solve<int>(int)"}}};
  CHECK(serial.rule() == "serial-unseen");
  serial.ledger.coverage.unseen_regions = {
      {"libsolve.so", {"resolve(int)", "(anonymous namespace)::other(int)"}}};
  CHECK(serial.rule() == "serial-hot-spot");
}

TEST_CASE("serial code may be a region that was left alone, of the construct's file") {
  Case serial(category::unparallelised, "call", "solve");
  serial.ledger.coverage.left_alone_regions = {{"other.cpp", 7, "inside a coroutine"}};
  CHECK(serial.rule() == "serial-hot-spot");
  serial.ledger.coverage.left_alone_regions.push_back(
      {serial.construct().file, 9, "inside a coroutine"});
  CHECK(serial.rule() == "serial-left-alone");
  CHECK_THAT(
      serial.advice()[0].sentence,
      Contains(":9 before you believe this row. It has no probes (inside a coroutine), so it "
               "counts as serial code where it is executed. Others like it: 1."));
  Case whole(category::unparallelised);
  whole.ledger.coverage.left_alone_regions = {{"other.cpp", 7, "inside a coroutine"}};
  CHECK_THAT(whole.advice()[0].sentence,
             Contains("other.cpp:7 before you believe") && !Contains("Others"));
}

TEST_CASE("functions are compared by their plain names") {
  CHECK(plainName("solve") == "solve");
  CHECK(plainName("void (anonymous namespace)::solve<int>(int)") == "solve");
  CHECK(plainName("Solver<double>::solve(int)") == "solve");
  CHECK(plainName("std::vector<int, std::allocator<int> > make<int>(int)") == "make");
  CHECK(plainName("a::Grid<b::C<2> >::step<3>(std::function<void (int)>)") == "step");
  CHECK(plainName("a::operator<<(std::ostream&, a::B<int> const&)") == "operator<<");
  CHECK(plainName("a::B<int>::operator()(int) const") == "operator()");
}
