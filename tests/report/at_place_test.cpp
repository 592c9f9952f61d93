// SPDX-License-Identifier: Apache-2.0
// Which constructs a place selects, and what is said where it selects none.
#include "at_ledger.h"
#include "catch.hpp"

using namespace tare;
using namespace tare::test;
using Catch::Contains;

namespace {

Ids at(const std::string &text) {
  Ledger ledger = nested();
  Result<Ids> ids = idsAt(ledger, text);
  INFO(text << ": " << (ids.ok() ? "" : ids.error().text()));
  REQUIRE(ids.ok());
  return ids.value();
}

std::string wrongAt(const std::string &text, const Ledger &ledger = nested()) {
  Result<Ids> ids = idsAt(ledger, text);
  INFO(text);
  REQUIRE_FALSE(ids.ok());
  CHECK(ids.error().place == text);
  return ids.error().message + "; " + ids.error().next;
}

} // namespace

TEST_CASE("a line selects what begins there, and what lies inside by text and by calls") {
  CHECK(at("src/a.c:10") == Ids{"region", "loop", "single", "critical"});
  CHECK(at("src/a.c:12") == Ids{"loop"});
  CHECK(at("src/a.c:4") == Ids{"critical"});
  CHECK(at("src/a.c:30") == Ids{"outer loop", "inner loop"}); // no region: by text alone
}

TEST_CASE("a range selects what begins in it, whole") {
  CHECK(at("src/a.c:12-17") == Ids{"loop", "single"});
  CHECK(at("src/a.c:29-30") == Ids{"outer loop", "inner loop"});
  CHECK(at("src/a.c:1-10") == Ids{"critical", "region", "loop", "single"});
  CHECK(at("src/a.c:1-99").size() == 6);
}

TEST_CASE("a file may be named by the end of its path, or from a folder around it") {
  for (const char *name :
       {"src/a.c:12", "a.c:12", "./src/a.c:12", "/home/me/p/src/a.c:12", "src//a.c:12", " a.c:12 "})
    CHECK(at(name) == Ids{"loop"});
  CHECK_THAT(wrongAt("rc/a.c:12"), Contains("no construct") && Contains("src/a.c"));
}

TEST_CASE("of several files with one name all are named and none is taken") {
  Ledger ledger = ledgerWith({constructAt("1", {"x/a.c", 3}), constructAt("2", {"y/a.c", 3})});
  CHECK_THAT(wrongAt("a.c:3", ledger), Contains("x/a.c, y/a.c") && Contains("more of the path"));
  CHECK(idsAt(ledger, "y/a.c:3").value() == Ids{"2"});
  ledger = ledgerWith({constructAt("1", {"x/a.c", 3}), constructAt("2", {"a.c", 3})});
  CHECK(idsAt(ledger, "a.c:3").value() == Ids{"2"}); // it is called exactly so
}

TEST_CASE("a function selects its constructs and what they hold, with or without scopes") {
  CHECK(at("solve") == Ids{"region", "loop", "single", "critical"});
  CHECK(at("add") == Ids{"critical"});
  for (const char *name : {"ns::run", "run"})
    CHECK(at(name) == Ids{"outer loop", "inner loop"});
  for (const char *name : {"walk", "Tree::walk"}) // all instances of a template are one function
    CHECK(at(name) == Ids{"of header", "of header, too"});
  CHECK(at("Tree<int, 2>::walk") == Ids{"of header"});
}

TEST_CASE("of several functions with one name all are named and none is taken") {
  Ledger ledger = ledgerWith(
      {constructAt("1", {"a.c", 3, 1, 5, "A::go"}), constructAt("2", {"b.c", 3, 1, 5, "B::go"})});
  CHECK_THAT(wrongAt("go", ledger), Contains("A::go (a.c), B::go (b.c)"));
  CHECK(idsAt(ledger, "B::go").value() == Ids{"2"});
  ledger.tables[0].constructs[0].function = "go";
  CHECK(idsAt(ledger, "go").value() == Ids{"1"}); // it is called exactly so
  ledger.tables[0].constructs[1].function = "go"; // static functions of two files
  CHECK_THAT(wrongAt("go", ledger), Contains("go (a.c), go (b.c)") && Contains("FILE:LINE"));
}

TEST_CASE("the names of operators hold no template arguments") {
  Ledger ledger = ledgerWith({constructAt("1", {"a.c", 3, 1, 5, "V::operator<"}),
                              constructAt("2", {"a.c", 9, 1, 9, "V<int>::operator<<"}),
                              constructAt("3", {"a.c", 12, 1, 12, "V::operator->"})});
  CHECK(idsAt(ledger, "V::operator<").value() == Ids{"1"});
  CHECK(idsAt(ledger, "operator<<").value() == Ids{"2"});
  CHECK(idsAt(ledger, "operator->").value() == Ids{"3"});
}

TEST_CASE("where nothing begins the nearest names are told") {
  CHECK_THAT(wrongAt("a.c:13"), Contains("the nearest are src/a.c:12 (for), src/a.c:10 (for)"));
  CHECK_THAT(wrongAt("a.c:13"), Contains("it lies in src/a.c:12 (for); "));
  CHECK_THAT(wrongAt("a.c:16"), Contains("it lies in src/a.c:10 (for); "));
  CHECK_THAT(wrongAt("a.c:41-50"), Contains("src/a.c:32") && !Contains("lies in"));
  CHECK_THAT(wrongAt("b.c:13"), Contains("src/a.c"));
  CHECK_THAT(wrongAt("slove"), Contains("the nearest are solve"));
  CHECK_THAT(wrongAt("Solve"), Contains("solve"));
  CHECK_THAT(wrongAt("a.c"), Contains("a.c:4") && Contains("lines"));
  CHECK_THAT(wrongAt("main", ledgerWith({})), Contains("no construct was executed"));
}

TEST_CASE("what is no place is refused with the forms that there are") {
  for (const char *text : {"", ":5", "a.c:0", "a.c:5-", "a.c:-5", "a.c:7-5", "a.c:5-6-7",
                           "a.c:99999999999", "a.c:-"}) {
    Result<AtPlace> place = readAtPlace(text);
    INFO(text);
    REQUIRE_FALSE(place.ok());
    CHECK_THAT(place.error().next, Contains("FILE:LINE-LINE"));
  }
  CHECK(readAtPlace("ns::f").value().function == "ns::f");
  CHECK(readAtPlace("C:/a.c:7").value().file == "C:/a.c");
  CHECK(readAtPlace("a:b.c:7-9").value().last == 9);
}

TEST_CASE("a construct is found in the tables that have it, with what any of them knows") {
  Ledger ledger = nested();
  Table one = ledger.tables[0];
  one.threads = 1;
  std::erase_if(one.constructs, [](const ConstructLines &c) { return c.id == "loop"; });
  for (ConstructLines &construct : one.constructs)
    construct.region.clear();
  ledger.tables.insert(ledger.tables.begin(), one);
  CHECK(idsAt(ledger, "a.c:10").value() == Ids{"region", "loop", "single", "critical"});
}

TEST_CASE("nesting by recursion ends") {
  Ledger ledger = ledgerWith({constructAt("1", {"a.c", 3, 1, 5, "f", "2"}),
                              constructAt("2", {"a.c", 9, 1, 12, "g", "1"})});
  CHECK(idsAt(ledger, "f").value() == Ids{"1", "2"});
}
