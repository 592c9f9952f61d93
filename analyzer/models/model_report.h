// SPDX-License-Identifier: Apache-2.0
// Models for people, and as `tare.model/1` (docs/schema/tare.model-1.schema.json).
//
//   table models -> [model report] -> text, JSON
#pragma once

#include "analyzer/models/growth.h"
#include "analyzer/models/table_model.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

/// How large T_s has to be for an efficiency at some threads.
///   A. Shudler et al.: Isoefficiency in Practice, PPoPP 2017
struct EfficiencyAnswer {
  double efficiency = 0;
  int threads = 0;
  std::optional<double> size; // absent: not reached within 4 times what was measured
  std::string largest_row;    // the overhead that sets it; empty: none
};

struct ModelReport {
  std::string program;
  std::vector<std::string> sizes; // parameters that vary
  LedgerKeys keys;
  std::vector<TableModel> models; // one for each number of threads and range of sizes
  std::vector<std::pair<int, ModelRefusal>> refused; // numbers of threads without one
  std::vector<EfficiencyAnswer> efficiencies;
  std::optional<GrowthComparison> growth; // against another version; absent: not asked
};

/// Models of every number of threads and range of sizes. `efficiency` 0: not asked. Refusal:
/// too-few-points, there is one size.
OrRefused<ModelReport> modelReport(const TablesOfProgram &tables, const TableQuestion &question,
                                   double efficiency);

/// The size at which T_s/p is this part of T_p, by bisection between the least size and 4 times the
/// largest. With several sizes it is absent.
EfficiencyAnswer sizeForEfficiency(const TableModel &model, double efficiency);

/// "grows as N^2 or N^2 log2(N)", "is constant, or grows as N": the chosen class first.
std::string growthClause(const RowModel &model);

struct ModelView {
  std::string of;    // only rows whose name holds this text, with all that is known; empty: all
  bool full = false; // formulas, checks and counts of every row from 0.1 % of T_p on
};

/// The answer in a sentence for each table, then a line for each row of at least 1 % of T_p at the
/// last point. Width in columns.
std::string modelText(const ModelReport &report, const ModelView &view, int width);
std::string modelJson(const ModelReport &report);

} // namespace tare
