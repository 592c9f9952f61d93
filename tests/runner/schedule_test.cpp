// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/results/schedule.h"

using namespace tare;

namespace {
std::string names(const std::vector<PlannedRun> &runs) {
  std::string text;
  for (const PlannedRun &run : runs)
    text += run.role.substr(0, 1) + std::to_string(run.size.threads) + " ";
  return text;
}
} // namespace

TEST_CASE("a tuple holds every program, and one thread is instrumented though not listed") {
  CHECK(names(runsOfRepetition(1, {true}, {2, 4})) == "s1 i1 p2 i2 p4 i4 ");
}

TEST_CASE("the instrumented run with one thread is shared, not made twice") {
  CHECK(names(runsOfRepetition(1, {true}, {1, 2})) == "s1 i1 p1 p2 i2 ");
}

TEST_CASE("every other tuple goes the other way round") {
  CHECK(names(runsOfRepetition(2, {true}, {2})) == "i2 p2 i1 s1 ");
}

TEST_CASE("without a serial program a tuple begins with one thread") {
  CHECK(names(runsOfRepetition(1, {}, {2})) == "i1 p1 p2 i2 ");
}

TEST_CASE("warm-ups: each program once, instrumented before plain, with most threads") {
  CHECK(names(warmUpRuns({true}, {1, 4})) == "s1 i4 p4 ");
  // It may wait for ever: first it must be known how long the others take.
  CHECK(names(warmUpRuns({.serial = true, .same_source = true}, {1, 4})) == "i4 p4 s1 ");
  for (const PlannedRun &run : warmUpRuns({}, {2}))
    CHECK(run.repetition == 0);
}

TEST_CASE("what refines the serial reference runs beside it, and last when programs warm up") {
  auto order = [](const std::vector<PlannedRun> &runs) {
    std::string text;
    for (const PlannedRun &run : runs)
      text += run.role + std::to_string(run.size.threads) + " ";
    return text;
  };
  OtherRoles all = {true, true, true};
  CHECK(order(runsOfRepetition(1, all, {2})) ==
        "serial1 ignored1 serial_instrumented1 instrumented1 parallel2 instrumented2 ");
  CHECK(order(warmUpRuns(all, {2})) ==
        "serial1 instrumented2 parallel2 ignored1 serial_instrumented1 ");
  // Null runs have pairs of their own, and one thread always.
  CHECK(order(nullRunsOfRepetition(7, all, {2, 4})) ==
        "parallel1 null1 parallel2 null2 parallel4 null4 ");
  CHECK(order(nullRunsOfRepetition(8, all, {1})) == "null1 parallel1 ");
}

TEST_CASE("a job is compared with one rank, or with as many ranks, of one thread each") {
  auto order = [](const std::vector<PlannedRun> &runs) {
    std::string text;
    for (const PlannedRun &run : runs)
      text += run.role.substr(0, 1) + std::to_string(run.size.ranks) + "x" +
              std::to_string(run.size.threadsOfRank()) + " ";
    return text;
  };
  std::vector<RunSize> sizes = runSizes({1, 2}, {1, 2});
  CHECK(sizes == std::vector<RunSize>{{1, 1}, {2, 1}, {2, 2}, {4, 2}});
  CHECK(order(runsOfRepetition(1, {}, sizes)) == "i1x1 p1x1 p1x2 i1x2 p2x1 i2x1 p2x2 i2x2 ");
  CHECK(order(runsOfRepetition(1, {.same_ranks = true}, runSizes({2}, {2}))) ==
        "i2x1 p2x1 p2x2 i2x2 ");
  CHECK(order(runsOfRepetition(1, {.serial = true}, runSizes({2}, {2}))) == "s0x1 i1x1 p2x2 i2x2 ");
  CHECK(order(warmUpRuns({}, sizes)) == "i2x2 p2x2 ");
}

TEST_CASE("sizes of runs in words") {
  CHECK(sizeText(4) == "4 threads");
  CHECK(sizeText({4, 4}) == "4 ranks");
  CHECK(sizeText({4, 2}) == "2 ranks of 2 threads each");
  CHECK(sizeText({3, 1}) == "1 rank of 3 threads");
}
