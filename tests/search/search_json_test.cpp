// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/search/search_json.h"
#include "tests/scratch.h"
#include "tests/search/fake_program.h"

using namespace tare;
using namespace tare::testing;

namespace {

const SearchIdentity identity = {{"sources", "x.c=0123"}, {"arguments", "1000"}};

FakeProgram program() {
  FakeProgram program;
  int region = program.add(NodeKind::Parallel, -1);
  Truth slow;
  slow.costs[Why::Imbalance] = 0.2;
  int loop = program.add(NodeKind::For, region, slow);
  Truth locked;
  locked.costs[Why::Locks] = 0.1;
  program.add(NodeKind::Critical, loop, locked);
  return program;
}

std::string written(FakeProgram &program, FakeSearch &fake) {
  return writeSearch(identity, program.guesses(), fake.search.report(), fake.search.knowledge());
}

} // namespace

TEST_CASE("a search that is read again asks nothing again, and finds the same") {
  FakeProgram once = program();
  FakeSearch first(once, {});
  REQUIRE(first.run());
  std::string text = written(once, first);
  Scratch scratch;
  std::string path = scratch.path() + "/search.json";
  REQUIRE(writeFileAtomic(path, text).ok());
  Result<StoredSearch> stored = readSearchFile(path);
  REQUIRE(stored.ok());
  CHECK(stored.value().identity == identity);

  FakeProgram again = program();
  SearchSeams seams;
  seams.measure = [&](const StepRequest &step) -> Result<Evidence> { return again.measure(step); };
  seams.save = [](const SearchReport &, const Knowledge &) { return Result<void>(); };
  seams.say = [](const std::string &) {};
  Search search(again.places, stored.value().guesses, stored.value().settings,
                withStored(stored.value(), again.places, seams));
  REQUIRE(search.run().ok());
  CHECK(again.steps.empty());
  CHECK(writeSearch(identity, stored.value().guesses, search.report(), search.knowledge()) == text);
}

TEST_CASE("one that was interrupted goes on where it was") {
  FakeProgram once = program();
  FakeSearch first(once, {});
  REQUIRE(first.run());
  Result<StoredSearch> stored = readSearch(written(once, first));
  REQUIRE(stored.ok());
  REQUIRE(stored.value().steps.size() >= 3);
  stored.value().steps.resize(1);

  FakeProgram again = program();
  SearchSeams seams;
  seams.measure = [&](const StepRequest &step) -> Result<Evidence> { return again.measure(step); };
  seams.save = [](const SearchReport &, const Knowledge &) { return Result<void>(); };
  seams.say = [](const std::string &) {};
  Search search(again.places, stored.value().guesses, {},
                withStored(stored.value(), again.places, seams));
  REQUIRE(search.run().ok());
  REQUIRE(!again.steps.empty());
  CHECK(again.steps.front().number == 2);
}

TEST_CASE("another program, or other settings, do not go on with it") {
  CHECK(differenceOf(identity, identity).empty());
  SearchIdentity other = identity;
  other["arguments"] = "2000";
  CHECK(differenceOf(identity, other).find("other arguments") == 0);
  FakeProgram once = program();
  FakeSearch first(once, {});
  REQUIRE(first.run());
  Result<StoredSearch> stored = readSearch(written(once, first));
  REQUIRE(stored.ok());
  FakeProgram changed; // without the loop that it asked
  changed.add(NodeKind::Parallel, -1);
  changed.add(NodeKind::Single, 0);
  SearchSeams seams;
  seams.measure = [&](const StepRequest &step) -> Result<Evidence> {
    return changed.measure(step);
  };
  seams.save = [](const SearchReport &, const Knowledge &) { return Result<void>(); };
  seams.say = [](const std::string &) {};
  Search search(changed.places, stored.value().guesses, {},
                withStored(stored.value(), changed.places, seams));
  CHECK_FALSE(search.run().ok());
}

TEST_CASE("a damaged file is refused, with the place") {
  Result<StoredSearch> none = readSearchFile("/");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().text() == "/: is a folder, not a file");
  CHECK_FALSE(readSearch("").ok());
  CHECK_FALSE(readSearch("{}").ok());
  FakeProgram once = program();
  FakeSearch first(once, {});
  REQUIRE(first.run());
  std::string text = written(once, first);
  for (auto [from, to] :
       {std::pair("tare.search/1", "tare.search/9"), std::pair("\"coarse\"", "\"coarser\""),
        std::pair("\"tuples\": 3", "\"tuples\": -3"),
        std::pair("\"observed\": ", "\"observed\": -1"),
        std::pair("\"load_imbalance\": [", "\"load_imbalance\": [1,")}) {
    std::string broken = text;
    size_t at = broken.find(from);
    REQUIRE(at != std::string::npos);
    broken.replace(at, std::string(from).size(), to);
    INFO(to);
    CHECK_FALSE(readSearch(broken).ok());
  }
}
