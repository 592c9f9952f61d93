// SPDX-License-Identifier: Apache-2.0
#include "base/pattern.h"
#include "catch.hpp"
#include "tests/outputs/texts.h"

using namespace tare;
using namespace tare::testing;

namespace {

bool differ(const std::string &expected, const std::string &found) {
  return compared(expected, found).differs;
}

bool areReordered(const std::string &expected, const std::string &found,
                  const OutputMask &mask = {}) {
  REQUIRE(compared(expected, found, mask).differs);
  return areSameLines(expected, found, mask);
}

} // namespace

TEST_CASE("equal outputs do not differ") {
  CHECK_FALSE(differ("", ""));
  CHECK_FALSE(differ("1\n2\n", "1\n2\n"));
  CHECK_FALSE(differ("1\n2\n", "1\n2"));
  CHECK_FALSE(differ("a\n\nb\n", "a\nb\n\n"));  // empty lines
  CHECK_FALSE(differ("a   1\n", " a\t1 \r\n")); // blanks only separate
  CHECK(differ("1 2\n", "12\n"));
}

TEST_CASE("how the programs were built is no result") {
  CHECK_FALSE(differ("CC: /usr/bin/gcc\nsum 3\n", "CC: /opt/tare/bin/tare-gcc\nsum 3\n"));
  CHECK_FALSE(differ("CFLAGS = -O2\nsum 3\n", "CFLAGS = -O2 -fopenmp -I /opt\nsum 3\n"));
  CHECK(differ("CC: gcc\nsum 3\n", "CC: tare-gcc\nsum 4\n"));
}

TEST_CASE("the first line that differs is named") {
  OutputComparison found = compared("1\n\n2\n3\n", "1\n\nx\n4\n");
  REQUIRE(found.differs);
  CHECK(found.line == 3);
  CHECK(*found.expected == "2");
  CHECK(*found.found == "x");
}

TEST_CASE("an output that ends early differs in the line that it lacks") {
  OutputComparison found = compared("1\n2\n", "1\n");
  REQUIRE(found.differs);
  CHECK(found.line == 2);
  CHECK(*found.expected == "2");
  CHECK_FALSE(found.found);
  CHECK_FALSE(compared("1\n", "1\n2\n").expected);
}

TEST_CASE("of long lines the part is kept in which they differ") {
  std::string head(10000, 'x');
  OutputComparison found = compared(head + " 1 " + head, head + " 2 " + head);
  REQUIRE(found.differs);
  CHECK(found.found->size() < 300);
  CHECK(found.found->find(" 2 ") != std::string::npos);
  CHECK(found.expected->find(" 1 ") != std::string::npos);
}

TEST_CASE("lines that are to be ignored are, and line numbers are those of the file") {
  OutputRules rules;
  rules.ignore = patternOf("[Tt]ook|seed");
  auto one = [&](const std::string &expected, const std::string &found) {
    return compared(expected, found, {}, rules);
  };
  CHECK_FALSE(one("Took 1.5\nsum 3\n", "seed 2\nTook 0.8\nsum 3\n").differs);
  CHECK_FALSE(one("sum 3\n", "sum 3\ntook 1").differs);
  OutputComparison found = one("Took 1.5\nsum 3\n", "seed 2\nTook 0.8\nsum 4\n");
  REQUIRE(found.differs);
  CHECK(found.line == 3);
  CHECK(*found.found == "sum 4");
  CHECK_FALSE(one("x" + std::string(1000000, 'y') + "\n", "x" + std::string(1000000, 'y')).differs);
}

TEST_CASE("the programs' own names may differ, as called and without folders") {
  auto one = [](const std::string &expected, const std::string &found) {
    return compareInOrder(outputOf(expected, "../old/t.c_qsort"), outputOf(found, "./p"), {}, {})
        .differs;
  };
  CHECK_FALSE(one("Program: ../old/t.c_qsort\n", "Program: ./p\n"));
  CHECK_FALSE(one("t.c_qsort: t.c_qsort 3\n", "p: p 3\n"));
  CHECK_FALSE(one("p = 3\n", "p = 3\n")); // the name of the one is a word of both
  CHECK(one("Program: ../old/t.c_qsort 3\n", "Program: ./p 4\n"));
  CHECK(one("t.c_qsort\n", "./q\n"));
  CHECK(one("t.c_qsortarallel\n", "parallel\n"));
  CHECK(one("3\n", "p\n"));
}

TEST_CASE("what varies between runs of the reference is not compared") {
  std::string one = "seed 17\nstart Mon 10\nsum 15.78\nat 0x7f01\n";
  OutputMask mask = maskOf(one, {"seed 99\nstart Tue 11\nsum 15.78\nat 0x7f02\n"});
  CHECK(mask.places.size() == 4);
  CHECK_FALSE(mask.unsure_from);
  OutputComparison same = compared(one, "seed 1\nstart Sun 12\nsum 15.78\nat 0x7f03\n", mask);
  CHECK_FALSE(same.differs);
  CHECK(same.varying == 2);
  CHECK(same.compared == 1);
  OutputComparison other = compared(one, "seed 1\nstart Sun 12\nsum 0.69\nat 0x7f03\n", mask);
  CHECK(other.differs);
  CHECK(other.line == 3);
}

TEST_CASE("a mask grows with each run") {
  OutputMask mask = maskOf("a 1 2\n", {"a 1 3\n", "a 4 2\n", "a 1 2\n"});
  CHECK(mask.places == std::vector<OutputPlace>{{0, 2}, {0, 3}});
}

TEST_CASE("a line that is made otherwise in each run is masked as a whole") {
  std::string one = "found: 3 4 5\nsum 7.5\n";
  OutputMask mask = maskOf(one, {"found: 4\nsum 7.5\n"});
  CHECK_FALSE(compared(one, "found: 1 2 3 4 5 6\nsum 7.5\n", mask).differs);
  CHECK(compared(one, "found: 1 2 3 4 5 6\nsum 8.5\n", mask).differs);
}

TEST_CASE("behind lines that not every run of the reference has, nothing is sure") {
  std::string one = "begin 1\nstep 1\nstep 2\nsum 3\n";
  OutputMask mask = maskOf(one, {"begin 1\nstep 1\nstep 2\nstep 3\nsum 3\n"});
  CHECK(mask.unsure_from == 3u);
  OutputComparison same = compared(one, "begin 1\nstep 1\nstep 2\nsomething 5\n", mask);
  CHECK_FALSE(same.differs);
  CHECK(same.compared == 3);
  CHECK(same.varying == 1);
  CHECK(compared(one, "begin 2\nstep 1\nstep 2\nsum 3\n", mask).differs);
  CHECK_FALSE(compared("a 1\n", "a 1\nb 2\n", maskOf("a 1\n", {"a 1\nc\n"})).differs);
}

TEST_CASE("numbers about the run are not compared, though no run of the reference told") {
  OutputComparison same = compared("2.5 in 0.5 s on 1 thread\n", "2.5 in 0.3 s on 2 threads\n");
  CHECK_FALSE(same.differs);
  CHECK(same.compared == 1);
  CHECK(same.about_run == 2);
  CHECK(compared("2.5 in 0.5 s\n", "2.6 in 0.5 s\n").differs);
  CHECK_FALSE(compared("took 512 ms\n", "took 1.02 s\n").differs);
  CHECK(compared("load 50 %\n", "load 90 %\n").differs);
  OutputRules rules;
  rules.doubtful = true;
  CHECK_FALSE(compared("load 50 %\n", "load 90 %\n", {}, rules).differs);
}

TEST_CASE("a line about threads or time that one alone prints is passed over") {
  OutputComparison same = compared("sum 3\ndone\n", "OpenMP, 2 threads\nsum 3\ntime: 0.1\ndone\n");
  CHECK_FALSE(same.differs);
  CHECK(same.extra_lines == 2);
  CHECK_FALSE(differ("time: 0.1\nsum 3\n", "sum 3\nelapsed 3 s\n"));
  CHECK(differ("sum 3\n", "sum 3\nthread 1: sum = 4\n"));
  CHECK(differ("serial version\nsum 3\n", "OpenMP version\nsum 4\n"));
  CHECK_FALSE(differ("serial version\nsum 3\n", "OpenMP version\nsum 3\n"));
}

TEST_CASE("numbers within rounding are the same, and how far they are apart is told") {
  OutputComparison same = compared("a 1.00000000 b 2\n", "a 1.00000012 b 2\n");
  CHECK_FALSE(same.differs);
  CHECK(same.largest_difference == Approx(1.2e-7).epsilon(1e-3));
  OutputComparison tiny = compared("pi 3.14 error 3.1e-13\n", "pi 3.14 error 8e-16\n");
  CHECK_FALSE(tiny.differs);
  CHECK(tiny.tiny == 1);
  CHECK(tiny.compared == 1);
  CHECK(compared("a 1.0000\n", "a 1.0200\n").apart == Approx(0.0196).epsilon(1e-2));
  CHECK(compared("x nan\n", "x 1.5\n").differs);
  CHECK_FALSE(compared("x nan\n", "x -nan\n").differs);
}

TEST_CASE("the same lines in another order are told apart from other lines") {
  CHECK(areReordered("a 1\nb 2.5\nc\n", "c\na 1\nb 2.5\n"));
  CHECK(areReordered("a 1.0000001\na 2\n", "a 2\na 1.0000002\n")); // and within rounding
  CHECK_FALSE(areReordered("a 1\nb 2\n", "b 1\na 2\n"));
  CHECK_FALSE(areReordered("a 1\na 1\nb\n", "a 1\nb\nb\n"));
  CHECK_FALSE(areReordered("a 1\nb 2\n", "b 2\n"));
  CHECK(
      areReordered("x 1 took 5 ms\ny 2 took 6 ms\n", "2 threads\ny 2 took 1 ms\nx 1 took 7 ms\n"));
  std::string one = "id 7 part 1\nid 8 other 2\n";
  OutputMask mask = maskOf(one, {"id 9 part 1\nid 9 other 2\n"});
  CHECK(areReordered(one, "id 1 other 2\nid 2 part 1\n", mask));
  CHECK_FALSE(areReordered(one, "id 1 other 1\nid 2 part 2\n", mask));
}

TEST_CASE("an output of a progress bar is read by its parts") {
  CHECK_FALSE(differ("10 of 20\r20 of 20\nsum 3\n", "10 of 20\n20 of 20\nsum 3\n"));
  CHECK(compared("1\r2\nx\n", "1\r2\ny\n").line == 2);
}
