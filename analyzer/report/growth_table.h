// SPDX-License-Identifier: Apache-2.0
// The growth of overheads over p as it is printed: of the whole program by line, or by part.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/ledger/run_size.h"
#include "analyzer/report/selection.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tare {

struct GrowthRow {
  std::string label;
  int indent = 0;
  std::vector<int64_t> tenths; ///< One for each p, in tenths of a per cent of T_p.
  int64_t change = 0;          ///< Last minus first.
};

/// No rows: there are not two p > 1, and the sentence says so.
struct GrowthTable {
  std::vector<RunSize> sizes;
  std::vector<GrowthRow> rows;
  std::string sentence;
};

inline constexpr std::string_view total_growth = "Total overhead, 100 - E_p";
/// Why there are no rows.
std::string growthNeeds(const Ledger &ledger);

/// The lines of the whole program.
GrowthTable wholeGrowth(const Ledger &ledger, const Selection &selection);

} // namespace tare
