// SPDX-License-Identifier: Apache-2.0
// A plan comes back as it was written, and whatever is not exactly a plan is refused by its line.
#include "base/files.h"
#include "base/temporary_folder.h"
#include "catch.hpp"
#include "instrumenter/plan/plan_file.h"

#include <random>

using namespace tare;
using Catch::Contains;

namespace {

const std::string head = "tare-plan 1\n";

std::vector<UnprobedNode> read(const std::string &text) {
  Result<std::vector<UnprobedNode>> nodes = parsePlan(text, "p");
  if (!nodes.ok())
    FAIL(nodes.error().text());
  return nodes.value();
}

std::string refused(const std::string &text) {
  Result<std::vector<UnprobedNode>> nodes = parsePlan(text, "p");
  REQUIRE_FALSE(nodes.ok());
  return nodes.error().text();
}

} // namespace

TEST_CASE("lines of a plan, comments and empty ones among them") {
  auto nodes = read(head + "# why: a pilot run\n\n"
                           "leave-out src/a.c#solve#critical#0 3.1 times what it takes itself\n"
                           "leave-out b.c##call#12 it is short"); // no line end: all the same
  REQUIRE(nodes.size() == 2);
  CHECK(nodes[0].id == "src/a.c#solve#critical#0");
  CHECK(nodes[0].reason == "3.1 times what it takes itself");
  CHECK(nodes[1].id == "b.c##call#12");
  CHECK(read(head).empty());
  CHECK(read("tare-plan 1").empty());
}

TEST_CASE("identities may hold spaces, brackets, and what looks like their own end") {
  for (const char *id :
       {"my code/a b.c#main#for#0", "a.cpp#Sum<int, 2>::operator()(int) const#task#3",
        "a.cpp#f<std::map<int, char #> >#single#0", "a.c#x#fork#1 of#f#for#2",
        "lambda.cpp#main()::(lambda at x.cpp:3:4)#critical#1", "\xc3\xa4.c#\xc3\xbc#for#0"}) {
    INFO(id);
    auto nodes = read(head + "leave-out " + id + " #for#0 is in the reason, too\n");
    REQUIRE(nodes.size() == 1);
    CHECK(nodes[0].id == id);
    CHECK(nodes[0].reason == "#for#0 is in the reason, too");
  }
}

TEST_CASE("what is written is read back, or cannot be written") {
  std::vector<UnprobedNode> nodes = {{"a b.c#f<int, 1>#for#0", "reason: 50 % of \"itself\""},
                                     {"a.c#f#critical#17", "#"}};
  Result<std::string> text = writePlan(nodes);
  REQUIRE(text.ok());
  CHECK(read(text.value()) == nodes);
  CHECK(read(writePlan({}).value()).empty());
  CHECK_FALSE(writePlan({{"a.c#f#parallel#0", "it is a region"}}).ok());
  CHECK_FALSE(writePlan({{"a\n.c#f#for#0", "a line end"}}).ok());
  CHECK_FALSE(writePlan({{"a.c#f#for#0", "two\nlines"}}).ok());
  CHECK_FALSE(writePlan({{"a.c#f#for#0", ""}}).ok());
  CHECK_FALSE(writePlan({{"a.c#f#for#0", " spaces around "}}).ok());
  CHECK_FALSE(writePlan({{"x#y#for#0 z.c#f#for#0", "it seems to end early"}}).ok());
  CHECK_FALSE(writePlan({{"a.c#f#for#0", "once"}, {"a.c#f#for#0", "twice"}}).ok());
}

TEST_CASE("a wrong head") {
  CHECK_THAT(refused(""), Contains("p:1: this is no plan"));
  CHECK_THAT(refused("leave-out a.c#f#for#0 reason\n"), Contains("'tare-plan 1'"));
  CHECK_THAT(refused("tare-plan 2\n"), Contains("'tare-plan 2', this Tare reads tare-plan 1"));
  CHECK_THAT(refused("tare-plan 1 \n"), Contains("p:1"));
  CHECK_THAT(refused("tare-plan 1\r\n"), Contains("p:1"));
  CHECK_THAT(refused("\n" + head), Contains("p:1"));
  CHECK_THAT(refused(std::string("\x7f"
                                 "ELF\x02\x01\x01\0\0",
                                 9)),
             Contains("this is no plan"));
}

TEST_CASE("a wrong line is named by its number") {
  const std::string good = head + "leave-out a.c#f#for#0 reason\n";
  CHECK_THAT(refused(good + "keep a.c#f#for#1 reason\n"), Contains("p:3: 'keep a.c#f#for#1"));
  CHECK_THAT(refused(good + " leave-out a.c#f#for#1 reason\n"), Contains("p:3"));
  CHECK_THAT(refused(good + "leave-out\n"), Contains("not known"));
  CHECK_THAT(refused(good + "leave-out \n"), Contains("node id"));
  for (const char *id : {"for#0", "a.c#for#0", "#f#for#0", "a.c#f#fore#0", "a.c#f#for#",
                         "a.c#f#for", "a.c#f#for#0x", "a.c#f#for#-1", "a.c#f#for#1234567890"}) {
    INFO(id);
    CHECK_THAT(refused(good + "leave-out " + id + " reason\n"), Contains("p:3") && Contains("id"));
  }
  CHECK_THAT(refused(good + "leave-out a.c#f#for#1\n"), Contains("p:3") && Contains("no reason"));
  CHECK_THAT(refused(good + "leave-out a.c#f#for#1   \n"), Contains("no reason"));
  CHECK_THAT(refused(good + "\nleave-out a.c#f#for#0 again\n"),
             Contains("p:4") && Contains("in line 2 already"));
  CHECK_THAT(refused(good + "leave-out a.c#f#for#1 a\tb\n"), Contains("control character"));
  CHECK_THAT(refused(good + std::string("# \0\n", 4)), Contains("p:3: a control character"));
  CHECK(refused(good + "\x1b[2J\n").find('\x1b') == std::string::npos);
}

TEST_CASE("regions and what has no probes cannot be left out") {
  for (const char *kind : {"parallel", "target", "teams", "distribute", "metadirective"})
    CHECK_THAT(refused(head + "leave-out a.c#f#" + kind + "#0 reason\n"),
               Contains("p:2: a.c#f#" + std::string(kind) + "#0: a region cannot be left out"));
  for (const char *kind : {"root", "function", "declarations", "if", "else", "return", "statement"})
    CHECK_THAT(refused(head + "leave-out a.c#f#" + kind + "#0 reason\n"),
               Contains("has no probes"));
  for (const char *kind : {"for", "sections", "section", "single", "master", "masked", "critical",
                           "barrier", "task", "taskloop", "taskwait", "taskgroup", "ordered",
                           "atomic", "lock", "spin", "loop", "call", "scope"})
    CHECK(read(head + "leave-out a.c#f#" + kind + "#0 reason\n").size() == 1);
}

TEST_CASE("files: missing, a folder, too large") {
  TemporaryFolder folder(makeTemporaryFolder("tare-test-").value());
  const std::string path = folder.path() + "/plan";
  CHECK_THAT(readPlan(path).error().text(), Contains(path));
  CHECK_FALSE(readPlan(folder.path()).ok());
  REQUIRE(writeFileAtomic(path, head + "leave-out a.c#f#for#0 reason\n").ok());
  CHECK(readPlan(path).value().size() == 1);
  REQUIRE(writeFileAtomic(path, head + std::string(size_t(17) << 20, '#')).ok());
  CHECK_THAT(readPlan(path).error().text(), Contains("larger than"));
}

TEST_CASE("no text makes the reader do anything but read or refuse") {
  std::mt19937 random(7);
  const std::string words[] = {
      "tare-plan 1\n", "leave-out ",         "#",   "a.c", "for", "#0", " ", "\n", "x",
      "#task#1",       std::string(1, '\0'), "\xff"};
  for (int round = 0; round < 3000; ++round) {
    std::string text = round % 2 ? head : "";
    for (unsigned n = random() % 20; n > 0; --n)
      text += words[random() % std::size(words)];
    Result<std::vector<UnprobedNode>> nodes = parsePlan(text, "p");
    if (nodes.ok())
      CHECK(read(writePlan(nodes.value()).value()) == nodes.value());
    else
      CHECK(nodes.error().place.starts_with("p:"));
  }
}
