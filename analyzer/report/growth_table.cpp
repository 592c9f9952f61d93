// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/growth_table.h"

#include "analyzer/report/growth.h"

namespace tare {

GrowthTable wholeGrowth(const Ledger &ledger, const Selection &selection) {
  std::optional<Growth> growth = growthOf(ledger, selection);
  if (!growth)
    return {{}, {}, std::string(growth_needs)};
  GrowthTable table{growth->threads, {}, growthSentence(*growth)};
  auto add = [&](const std::string &label, const GrowthLine &line) {
    table.rows.push_back({label, 0, line.tenths, line.change});
  };
  for (const GrowthLine &line : growth->lines)
    add(line.category.empty() ? "all other rows" : labelOf(line.category), line);
  add(std::string(total_growth), growth->total);
  return table;
}

} // namespace tare
