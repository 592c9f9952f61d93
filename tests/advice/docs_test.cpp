// SPDX-License-Identifier: Apache-2.0
// docs/reference/advice.md lists the rules that there are.
#include "analyzer/advice/rule.h"
#include "analyzer/ledger/categories.h"
#include "doc_table.h"

#include <map>

using namespace tare;
using namespace tare::test;

TEST_CASE("the table of advice has every rule once, in the order of the code, with its source") {
  auto rows = docTable("reference/advice.md", "| rule | row | when");
  std::map<std::string, size_t> place;
  for (size_t i = 0; i < rows.size(); ++i) {
    REQUIRE(rows[i].size() == 5);
    place.emplace(rows[i][0], i);
  }
  std::vector<Rule> rules = allRules();
  CHECK(place.size() == rows.size());
  CHECK(rows.size() == rules.size());
  std::map<std::string_view, size_t> last; // of a line: its first rule that applies is taken
  for (const Rule &rule : rules) {
    INFO(rule.name);
    auto found = place.find(std::string(rule.name));
    REQUIRE(found != place.end());
    const std::vector<std::string> &row = rows[found->second];
    CHECK(row[4] == rule.source);
    CHECK(std::ranges::count(allCategories(), rule.category, &CategoryInfo::name) == 1);
    CHECK(row[1] == labelOf(rule.category));
    CHECK_FALSE(row[2].empty());
    CHECK_FALSE(row[3].empty());
    CHECK(last[rule.category] <= found->second);
    last[rule.category] = found->second;
  }
}
