// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/growth_table.h"

#include "analyzer/report/growth.h"

namespace tare {

std::string growthNeeds(const Ledger &ledger) {
  if (!ledger.tables.empty() && ledger.tables.front().ranks > 0)
    return "How overheads grow with the ranks takes two sizes above one rank to say, such as "
           "--ranks 1,2,4.";
  return "How overheads grow with p takes two p > 1 to say, such as --threads 1,2,4.";
}

GrowthTable wholeGrowth(const Ledger &ledger, const Selection &selection) {
  std::optional<Growth> growth = growthOf(ledger, selection);
  if (!growth)
    return {{}, {}, growthNeeds(ledger)};
  GrowthTable table{growth->sizes, {}, growthSentence(*growth)};
  auto add = [&](const std::string &label, const GrowthLine &line) {
    table.rows.push_back({label, 0, line.tenths, line.change});
  };
  for (const GrowthLine &line : growth->lines)
    add(line.category.empty() ? "all other rows" : labelOf(line.category), line);
  add(std::string(total_growth), growth->total);
  return table;
}

} // namespace tare
