// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"
#include "catch.hpp"
#include "driver/outputs/outputs_by_ranks.h"
#include "scratch.h"

using namespace tare;
using Catch::Contains;
using tare::testing::Scratch;

namespace {

/// Runs that have printed what a test says.
struct Runs {
  explicit Runs(bool has_serial = true, OutputLimits limits = {}, OutputRules rules = {},
                int fewest_threads = 1)
      : outputs(has_serial, fewest_threads, std::move(rules), limits) {}

  void add(const std::string &role, RunSize threads, const std::string &text) {
    std::string path = folder.path() + "/" + std::to_string(++number);
    REQUIRE(writeFileAtomic(path, text).ok());
    outputs.add({number, role, threads, path, "./" + role});
  }
  void serial(const std::string &text) { add("serial", 1, text); }
  void parallel(const std::string &text) { add("parallel", 2, text); }

  Scratch folder;
  OutputsByRanks outputs;
  int number = 0;
};

} // namespace

TEST_CASE("all runs print the same") {
  Runs runs;
  runs.serial("sum 15.78\n");
  runs.add("instrumented", 2, "sum 15.78\n");
  runs.parallel("sum 15.78\n");
  runs.serial("sum 15.78\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Same);
  CHECK(outputs.runs == 2);
  CHECK(outputs.compared == 1);
  CHECK(outputs.reason.empty());
  CHECK_FALSE(outputs.difference);
}

TEST_CASE("a race that shows in one run is told, and in how many") {
  Runs runs;
  runs.serial("sum 15.78\n");
  runs.serial("sum 15.78\n");
  for (int i = 0; i < 5; ++i)
    runs.parallel(i == 3 ? "sum 0.69\n" : "sum 15.78\n");
  runs.add("instrumented", 2, "sum 0.70\n"); // the plain program says more
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Differs);
  CHECK(outputs.runs == 6);
  CHECK(outputs.differing == 2);
  REQUIRE(outputs.difference);
  CHECK(outputs.difference->role == "parallel");
  CHECK(outputs.difference->threads == 2);
  CHECK(outputs.difference->expected_role == "serial");
  CHECK(outputs.difference->expected == "sum 15.78");
  CHECK(outputs.difference->found == "sum 0.69");
  CHECK(outputs.difference->line == 1);
  CHECK(outputs.difference->runs == 1);
  CHECK(outputs.difference->of_runs == 5);
}

TEST_CASE("a program that differs with probes alone is told apart") {
  Runs runs;
  runs.serial("sum 15.78\n");
  for (int i = 0; i < 3; ++i)
    runs.parallel("sum 15.78\n");
  runs.add("parallel", 1, "sum 15.78\n");
  runs.add("instrumented", 2, "sum 0.69\n");
  Outputs outputs = runs.outputs.finish();
  REQUIRE(outputs.difference);
  CHECK(outputs.difference->role == "instrumented");
  CHECK(outputs.difference->plain_runs == 3);
}

TEST_CASE("a run is judged once the reference ran twice, and again when more is learned") {
  Runs runs;
  runs.serial("id 1 of 5\nsum 3\n");
  runs.parallel("id 2 of 6\nsum 3\n");
  CHECK(runs.outputs.runs()[0].status == OutputStatus::NotCompared);
  runs.serial("id 3 of 5\nsum 3\n");
  CHECK(runs.outputs.runs()[0].status == OutputStatus::Differs);
  runs.serial("id 3 of 7\nsum 3\n");
  CHECK(runs.outputs.runs()[0].status == OutputStatus::Same);
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Same);
  CHECK(outputs.varying == 2);
  CHECK(outputs.compared == 1);
}

TEST_CASE("without a second run of the reference, numbers beside doubtful units are masked") {
  for (bool twice : {false, true}) {
    Runs runs;
    runs.serial("sum 3, load 50 %\n");
    if (twice)
      runs.serial("sum 3, load 50 %\n");
    runs.parallel("sum 3, load 90 %\n");
    Outputs outputs = runs.outputs.finish();
    CHECK(outputs.status == (twice ? OutputStatus::Differs : OutputStatus::Same));
  }
}

TEST_CASE("without a serial program the parallel one with one thread is the reference") {
  Runs runs(false);
  runs.add("instrumented", 2, "sum 0.69\n");
  runs.add("parallel", 2, "sum 0.69\n");
  runs.add("instrumented", 1, "sum 15.78\n");
  runs.add("parallel", 1, "sum 15.78\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Differs);
  CHECK(outputs.difference->expected_role == "parallel");
  CHECK(outputs.difference->expected_threads == 1);
  CHECK(outputs.difference->threads == 2);
  CHECK(outputs.runs == 3);
}

TEST_CASE("rounding is the same within a bound that is told") {
  Runs runs;
  runs.serial("sum 15.7800000000\n");
  runs.parallel("sum 15.7800000012\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::SameWithin);
  CHECK(outputs.largest_difference == Approx(7.6e-11).epsilon(0.01));
}

TEST_CASE("lines in another order are no difference of results") {
  Runs runs;
  runs.serial("a 1\nb 2\n");
  runs.serial("a 1\nb 2\n");
  runs.parallel("b 2\na 1\n");
  runs.parallel("a 1\nb 2\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::OtherOrder);
  CHECK(outputs.differing == 0);
  REQUIRE(outputs.difference);
  CHECK(outputs.difference->runs == 1);
  CHECK(outputs.difference->of_runs == 2);
}

TEST_CASE("programs that print nothing are not said to print the same") {
  for (const char *nothing : {"", "\n  \n"}) {
    Runs runs;
    runs.serial(nothing);
    runs.serial(nothing);
    runs.parallel(nothing);
    Outputs outputs = runs.outputs.finish();
    CHECK(outputs.status == OutputStatus::NotCompared);
    CHECK(outputs.reason == "the programs print nothing");
  }
  Runs runs;
  runs.serial("");
  runs.parallel("sum 3\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Differs);
  CHECK_FALSE(outputs.difference->expected);
  Runs timed;
  timed.serial("");
  timed.parallel("Time 0.1 s\n");
  outputs = timed.outputs.finish();
  CHECK(outputs.status == OutputStatus::NotCompared);
  CHECK(outputs.reason == "only lines about time and threads are printed");
}

TEST_CASE("where all numbers are masked, nothing was compared") {
  Runs runs;
  runs.serial("Time 0.1 s, seed 17\ndone\n");
  runs.serial("Time 0.2 s, seed 18\ndone\n");
  runs.parallel("Time 0.1 s, seed 19\ndone\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::NotCompared);
  CHECK(outputs.reason == "it has no number that should stay the same: 2 vary from run to run");
  Runs text; // without any number, the text is what it prints
  text.serial("Verification SUCCESSFUL\n");
  text.parallel("Verification SUCCESSFUL\n");
  CHECK(text.outputs.finish().status == OutputStatus::Same);
  Runs wrong;
  wrong.serial("Time 0.1 s\nVerification SUCCESSFUL\n");
  wrong.parallel("Time 0.1 s\nVerification UNSUCCESSFUL\n");
  CHECK(wrong.outputs.finish().status == OutputStatus::Differs);
}

TEST_CASE("binary output is compared by hash, and that is said") {
  std::string one("\0\1\2", 3), other("\0\1\3", 3);
  Runs same;
  same.serial(one);
  same.parallel(one);
  Outputs outputs = same.outputs.finish();
  CHECK(outputs.status == OutputStatus::Same);
  CHECK(outputs.reason == "by hash: it is binary");
  Runs different;
  different.serial(one);
  different.serial(one);
  different.parallel(other);
  outputs = different.outputs.finish();
  CHECK(outputs.status == OutputStatus::Differs);
  CHECK(outputs.difference->line == 0);
  Runs varying;
  varying.serial(one);
  varying.parallel(one);
  varying.serial(other);
  varying.parallel(std::string("\0\1\4", 3));
  outputs = varying.outputs.finish();
  CHECK(outputs.status == OutputStatus::Same); // of one run
  CHECK(outputs.runs == 1);
  Runs unknown;
  unknown.serial(one);
  unknown.serial(other);
  unknown.parallel(std::string("\0\1\4", 3));
  outputs = unknown.outputs.finish();
  CHECK(outputs.status == OutputStatus::NotCompared);
  CHECK(outputs.reason == "it is binary, and varies between runs of the serial program");
}

TEST_CASE("an output that is too long is compared by hash, and files are cut") {
  std::string large;
  while (large.size() <= size_t(1) << 20)
    large += "a line of the output, more or less\n";
  large += "sum 3\n";
  Runs runs(true, {.by_lines = uint64_t(1) << 20, .kept = 1000});
  runs.serial(large);
  runs.parallel(large);
  large[large.size() - 2] = '4';
  runs.parallel(large);
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Differs);
  CHECK(outputs.reason == "by hash: it is longer than 1 MiB");
  CHECK(outputs.differing == 1);
  for (int number = 1; number <= 3; ++number)
    CHECK(readFile(runs.folder.path() + "/" + std::to_string(number)).value().size() == 1000);
}

TEST_CASE("a file is cut when nothing more can be learned of it") {
  Runs runs(true, {.kept = 10});
  auto size = [&](int number) {
    return readFile(runs.folder.path() + "/" + std::to_string(number)).value().size();
  };
  std::string text(100, 'x');
  runs.serial(text);
  runs.serial(text);
  runs.parallel(text);
  runs.parallel(text + "y");
  CHECK(size(1) == 100);
  CHECK(size(2) == 10);
  CHECK(size(3) == 10);
  CHECK(size(4) == 101); // it may be the same when more is learned
  runs.outputs.finish();
  CHECK(size(1) == 10);
  CHECK(size(4) == 10);
}

TEST_CASE("lines that the reference has in some runs only end what can be compared") {
  Runs runs;
  runs.serial("sum 3\nstep 1\nend\n");
  runs.serial("sum 3\nstep 1\nstep 2\nend\n");
  runs.parallel("sum 3\nend\n");
  runs.parallel("sum 3\nstep 1\nstep 2\nstep 3\nend\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Differs); // the first lacks a line that all have
  Runs from_the_start;
  from_the_start.serial("a\n");
  from_the_start.serial("b 1\nc 2\n");
  from_the_start.parallel("x\n");
  outputs = from_the_start.outputs.finish();
  CHECK(outputs.status == OutputStatus::NotCompared);
  CHECK_THAT(outputs.reason, Contains("prints other lines in each run"));
}

TEST_CASE("what did not run is not compared, with the reason") {
  Runs none;
  none.parallel("sum 3\n");
  Outputs outputs = none.outputs.finish();
  CHECK(outputs.status == OutputStatus::NotCompared);
  CHECK(outputs.reason == "no run of the serial program ended well");
  Runs alone;
  alone.serial("sum 3\n");
  CHECK(alone.outputs.finish().reason == "no other program ended well");
  Runs lost;
  lost.serial("sum 3\n");
  lost.outputs.add({7, "parallel", 2, lost.folder.path() + "/none", "./p"});
  outputs = lost.outputs.finish();
  CHECK(outputs.status == OutputStatus::NotCompared);
  CHECK(outputs.reason == "the output of run 7 cannot be read");
}

TEST_CASE("jobs are compared with as many ranks of one thread, and named by ranks") {
  Runs runs(false);
  runs.add("parallel", {2, 2}, "sum 1\n");
  runs.add("parallel", {4, 2}, "sum 2\n");
  runs.add("parallel", {2, 2}, "sum 1\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Differs);
  REQUIRE(outputs.difference);
  CHECK(outputs.difference->size() == RunSize(4, 2));
  CHECK(outputs.difference->expectedSize() == RunSize(2, 2));
  CHECK_FALSE(outputs.between_ranks);
}

TEST_CASE("what a job prints of its division is told apart, and is no verdict") {
  Runs runs(false);
  for (int repetition = 0; repetition < 2; ++repetition)
    for (RunSize size : {RunSize{1, 1}, RunSize{2, 1}, RunSize{2, 2}, RunSize{4, 2}})
      runs.add("parallel", size, "boxes " + std::to_string(64 / size.ranks) + "\nenergy -3.46\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Same);
  CHECK(outputs.runs == 4);
  CHECK_FALSE(outputs.difference);
  REQUIRE(outputs.between_ranks);
  CHECK(outputs.between_ranks->line == 1);
  CHECK(outputs.between_ranks->size() == RunSize(2, 2));
  CHECK(outputs.between_ranks->expectedSize() == RunSize(1, 1));
}

TEST_CASE("a job that is wrong with two threads is found beside its division") {
  Runs runs(false);
  for (int repetition = 0; repetition < 2; ++repetition)
    for (RunSize size : {RunSize{1, 1}, RunSize{2, 2}, RunSize{4, 2}})
      runs.add("parallel", size,
               "boxes " + std::to_string(64 / size.ranks) + "\nenergy " +
                   (size.threads == 4 ? "-3.99" : "-3.46") + "\n");
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Differs);
  CHECK(outputs.differing == 2);
  REQUIRE(outputs.difference);
  CHECK(outputs.difference->line == 2);
  CHECK(outputs.difference->expectedSize() == RunSize(2, 2));
  CHECK(outputs.between_ranks);
}

TEST_CASE(
    "without a run of one thread, a job is compared with the fewest threads, and this is said") {
  Runs runs(false, {}, {}, 2);
  for (int repetition = 0; repetition < 2; ++repetition) {
    runs.add("parallel", {1, 1}, "sum 1\n");
    runs.add("parallel", {4, 2}, "sum 1\n");
    runs.add("instrumented", {4, 2}, "sum 1\n");
  }
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Same);
  CHECK(outputs.runs == 2);
  CHECK(outputs.reason == "of 2 ranks: compared with runs of 2 threads each");
}

TEST_CASE("a serial program and a job of more ranks are told apart, too") {
  Runs runs(true);
  for (int repetition = 0; repetition < 2; ++repetition) {
    runs.serial("sum 1\n");
    runs.add("parallel", {1, 1}, "sum 1\n");
    runs.add("parallel", {2, 2}, "sum 2\n");
    runs.add("instrumented", {2, 2}, "sum 2\n");
  }
  Outputs outputs = runs.outputs.finish();
  CHECK(outputs.status == OutputStatus::Same);
  REQUIRE(outputs.between_ranks);
  CHECK(outputs.between_ranks->expected_role == "serial");
}
