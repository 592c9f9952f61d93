// SPDX-License-Identifier: Apache-2.0
// The questions of a search, against the lines of a table.
#include "analyzer/ledger/categories.h"
#include "catch.hpp"
#include "driver/search/why.h"

#include <set>

using namespace tare;

TEST_CASE("every line of a table belongs to one question, but those that have no construct") {
  std::set<std::string_view> asked, unasked, all;
  for (size_t i = 0; i < why_count; ++i)
    for (std::string_view category : categoriesOf(static_cast<Why>(i)))
      CHECK(asked.insert(category).second);
  for (const CategoryInfo &category : allCategories()) {
    all.insert(category.name);
    if (!asked.contains(category.name))
      unasked.insert(category.name);
  }
  CHECK(unasked == std::set<std::string_view>{category::startup, category::mpi_start,
                                              category::mpi_imbalance, category::mpi_serialisation,
                                              category::mpi_transfer, category::off_cpu,
                                              category::own_cost, category::unidentified});
  for (std::string_view category : asked)
    CHECK(all.contains(category));
}
