// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/runs/output_check.h"
#include "tests/runner/fakes.h"

using namespace tare;
using tare::testing::Scratch;

namespace {

std::optional<OutputDifference> compare(const std::string &expected, const std::string &found) {
  Scratch folder;
  REQUIRE(writeFileAtomic(folder.path() + "/a", expected).ok());
  REQUIRE(writeFileAtomic(folder.path() + "/b", found).ok());
  return firstDifference({folder.path() + "/a"}, {folder.path() + "/b"}).value();
}

} // namespace

TEST_CASE("equal outputs do not differ") {
  CHECK_FALSE(compare("", ""));
  CHECK_FALSE(compare("1\n2\n", "1\n2\n"));
  CHECK_FALSE(compare(std::string("a\0b", 3), std::string("a\0b", 3)));
}

TEST_CASE("the first line that differs is named") {
  auto difference = compare("1\n2\n3\n", "1\nx\n4\n");
  REQUIRE(difference);
  CHECK(difference->line == 2);
  CHECK(*difference->expected == "2");
  CHECK(*difference->found == "x");
}

TEST_CASE("lines that are to be ignored are, and line numbers are those of the file") {
  Scratch folder;
  auto differs = [&](const std::string &expected, const std::string &found) {
    REQUIRE(writeFileAtomic(folder.path() + "/a", expected).ok());
    REQUIRE(writeFileAtomic(folder.path() + "/b", found).ok());
    return firstDifference({folder.path() + "/a"}, {folder.path() + "/b"}, "[Tt]ime|threads")
        .value();
  };
  CHECK_FALSE(differs("Time 1.5 s\nsum 3\n", "2 threads\nTime 0.8 s\nsum 3\n"));
  CHECK_FALSE(differs("sum 3\n", "sum 3\ntime 1"));
  auto difference = differs("Time 1.5 s\nsum 3\n", "2 threads\nTime 0.8 s\nsum 4\n");
  REQUIRE(difference);
  CHECK(difference->line == 3);
  CHECK(*difference->found == "sum 4");
  CHECK_FALSE(firstDifference({folder.path() + "/a"}, {folder.path() + "/b"}, "(").ok());
}

TEST_CASE("with a tolerance numbers may differ by a share, and text may not") {
  Scratch folder;
  auto differs = [&](const std::string &expected, const std::string &found) {
    REQUIRE(writeFileAtomic(folder.path() + "/a", expected).ok());
    REQUIRE(writeFileAtomic(folder.path() + "/b", found).ok());
    return firstDifference({folder.path() + "/a"}, {folder.path() + "/b"}, "", 1e-6)
        .value()
        .has_value();
  };
  CHECK_FALSE(differs("sum 257719.717\n", "sum 257719.719\n"));
  CHECK(differs("sum 257719.717\n", "sum 257720.719\n"));
  CHECK(differs("sum 257719.717\n", "Sum 257719.719\n"));
  CHECK_FALSE(differs("x=-1.0000000e-9, 2s\n", "x=-1.0000001e-9, 2s\n"));
  CHECK(differs("x=1\n", "x=-1\n"));
  CHECK_FALSE(differs("-0.0\n", "0.0\n"));
  CHECK_FALSE(differs("at  99.999999\n", "at 100.000000\n"));
  CHECK(differs("1000000 1\n", "1000000 1 1\n"));
  CHECK(differs("x1000000\n", "x1000001\n")); // a name
  CHECK(differs("1\n", "1"));
  CHECK_FALSE(differs("nan\n", "nan\n"));
  CHECK(compare("257719.717\n", "257719.719\n"));
}

TEST_CASE("the programs' own names may differ, as called and without folders") {
  Scratch folder;
  auto differs = [&](const std::string &expected, const std::string &found) {
    REQUIRE(writeFileAtomic(folder.path() + "/a", expected).ok());
    REQUIRE(writeFileAtomic(folder.path() + "/b", found).ok());
    return firstDifference({folder.path() + "/a", "../old/t.c_qsort"},
                           {folder.path() + "/b", "./p"})
        .value()
        .has_value();
  };
  CHECK_FALSE(differs("Program: ../old/t.c_qsort\n", "Program: ./p\n"));
  CHECK_FALSE(differs("t.c_qsort: t.c_qsort 3\n", "p: p 3\n"));
  CHECK_FALSE(differs("p = 3\n", "p = 3\n"));
  CHECK(differs("Program: ../old/t.c_qsort 3\n", "Program: ./p 4\n"));
  CHECK(differs("t.c_qsort\n", "./q\n"));
  CHECK(differs("t.c_qsortarallel\n", "parallel\n"));
  CHECK(differs("3\n", "p\n"));
}

TEST_CASE("an output that ends early differs in the line that it lacks") {
  auto difference = compare("1\n2\n", "1\n");
  REQUIRE(difference);
  CHECK(difference->line == 2);
  CHECK_FALSE(difference->found);
}

TEST_CASE("a missing last newline is a difference") { CHECK(compare("1\n", "1")); }

TEST_CASE("long lines are cut for the message") {
  auto difference = compare(std::string(10000, 'a'), "b");
  REQUIRE(difference);
  CHECK(difference->expected->size() < 300);
}

TEST_CASE("the last line that says something") {
  Scratch folder;
  std::string path = folder.path() + "/e";
  REQUIRE(writeFileAtomic(path, "first\nabort: no memory\n\n  \n").ok());
  CHECK(lastLine(path) == "abort: no memory");
  CHECK(lastLine(folder.path() + "/none").empty());
}

TEST_CASE("a kept output is cut, a small one and a link are left alone") {
  Scratch folder;
  std::string large = folder.path() + "/large", link = folder.path() + "/link";
  REQUIRE(writeFileAtomic(large, std::string(1000, 'x')).ok());
  REQUIRE(::symlink(large.c_str(), link.c_str()) == 0);
  capFile(link, 10);
  CHECK(readFile(large).value().size() == 1000);
  capFile(large, 2000);
  CHECK(readFile(large).value().size() == 1000);
  capFile(large, 10);
  CHECK(readFile(large).value().size() == 10);
}

TEST_CASE("of long lines the part is quoted in which they differ") {
  CHECK(differenceText({2, "42", "41"}) == "'41' instead of '42'");
  CHECK(differenceText({2, std::nullopt, "41"}) == "'41' instead of the end");
  std::string head(60, 'x'), tail(60, 'y');
  CHECK(differenceText({1, head + "=1" + tail, head + "=2" + tail}) ==
        "'...xxxxxxxxxxx=2yyyyyyyyyyyyyyyyyyyyyyyyyyy...' instead of "
        "'...xxxxxxxxxxx=1yyyyyyyyyyyyyyyyyyyyyyyyyyy...'");
  CHECK(differenceText({1, "a" + tail, "b" + tail}).substr(0, 4) == "'byy");
  std::string umlauts;
  for (int i = 0; i < 30; ++i)
    umlauts += "\xc3\xa4";
  std::string text = differenceText({1, umlauts + "a1", umlauts + "a2"});
  CHECK(text.substr(0, 6) == "'...\xc3\xa4"); // no half character
}
