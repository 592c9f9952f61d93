// SPDX-License-Identifier: Apache-2.0
// Rows that grow otherwise in one version of a program than in another.
//
//   table models of BASE, of HEAD -> [growth] -> text, JSON
#pragma once

#include "analyzer/models/table_model.h"

#include <string>
#include <vector>

namespace tare {

enum class GrowthVerdict {
  Changed, // no class of BASE fits HEAD's points, and none of HEAD fits BASE's
  Same,    // the chosen classes are one
  Open,    // the points do not part the classes
  NoModel, // one side has none
};
/// "changed", "same", "open", "no-model".
std::string_view growthVerdictName(GrowthVerdict verdict);

struct RowGrowth {
  int threads = 0;        // 0: models over threads
  std::string where;      // TableSegment
  std::string name;       // "load imbalance at heat.c:12 for"
  RowKey key;             // of HEAD; without a category: T_s, T_p, or counts
  std::string base, head; // classes: "N", "N^2 or N^2 log2(N)"; empty: no model
  GrowthVerdict verdict = GrowthVerdict::NoModel;
  bool is_exact = false;  // counts, which have no noise
  bool is_faster = false; // Changed: HEAD grows faster
  std::string reason;     // NoModel: why
};

struct GrowthComparison {
  std::vector<RowGrowth> rows;            // of both versions
  int only_in_base = 0, only_in_head = 0; // rows without a counterpart
  std::vector<std::string> remarks;       // sentences
};

/// Rows of constructs that match (analyzer/compare/match.h), and of the whole program, for equal
/// numbers of threads and ranges of sizes. Small rows that were put together are left out. A class
/// is the fastest growing term that makes a tenth of the row at the largest point. A form of one
/// version that keeps its class on the other one's points must have a BIC more than 10 above the
/// best there, both ways.
GrowthComparison compareGrowth(const std::vector<TableModel> &base,
                               const std::vector<TableModel> &head);

/// The answer in a sentence, then what changed, and what cannot be told.
std::string growthText(const GrowthComparison &growth, const std::string &program, int width);

} // namespace tare
