// SPDX-License-Identifier: Apache-2.0
// docs/reference/overheads.md says of every line what its file says.
#include "analyzer/ledger/categories.h"
#include "analyzer/overheads/overhead.h"
#include "doc_table.h"

#include <map>

using namespace tare;
using namespace tare::test;

TEST_CASE("the table of the documents has every line once, and when it is wrong in its own words") {
  auto rows = docTable("reference/overheads.md", "| row | formula");
  std::map<std::string, std::string> said;
  for (const auto &row : rows) {
    REQUIRE(row.size() == 3);
    CHECK_FALSE(row[1].empty());
    said[row[0]] = row[2];
  }
  CHECK(said.size() == rows.size());
  CHECK(rows.size() == allOverheads().size());
  for (const Overhead *overhead : allOverheads()) {
    INFO(overhead->category);
    CHECK(said[std::string(overhead->category)] == overhead->wrong_when);
  }
}

TEST_CASE("when a line is wrong is the end of a sentence, and there is one for each category") {
  CHECK(allOverheads().size() == allCategories().size());
  for (const Overhead *overhead : allOverheads()) {
    INFO(overhead->category);
    REQUIRE_FALSE(overhead->wrong_when.empty());
    CHECK(overhead->wrong_when.back() != '.');
    CHECK(overhead->wrong_when.find_first_of("|`\n") == std::string_view::npos);
  }
}
