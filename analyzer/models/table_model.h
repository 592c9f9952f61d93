// SPDX-License-Identifier: Apache-2.0
// A table as a function of size and threads: T_p = T_s/p + the sum of its rows, each with a model.
//
//   ledger rows -> row models -> [table model] -> predicted ledger, text, JSON
#pragma once

#include "analyzer/models/cache_levels.h"
#include "analyzer/models/construct_counts.h"
#include "analyzer/models/ledger_rows.h"
#include "analyzer/models/row_model.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// The user may add this to what the tables say.
struct TableQuestion {
  std::vector<ModelTerm> user_template;
  MemoryQuestion memory; // without caches: those of the machine that the tables are from
};

struct ModelledRow {
  RowSeries row;
  OrRefused<RowModel> model;
};

struct TableModel {
  std::string where;              // TableSegment; empty: all sizes alike
  std::vector<std::string> sizes; // that vary in these tables
  int threads = 0;                // of the tables; 0: several, and models have terms in them
  std::vector<TableAt> tables;    // without `threads` in their points where it is one number
  std::map<std::string, ConstructGrowth> counts;       // by the construct's id
  std::optional<OrRefused<RowModel>> serial, parallel; // T_s; T_p fitted directly
  std::vector<ModelledRow> rows;
};

/// Tables with this number of threads, without it in their points; 0: all tables from 2 threads on.
std::vector<TableAt> tablesOn(const TablesOfProgram &tables, int threads);

/// Tables with this number of threads; over several (from 2 on) with `threads` = 0. Refusals:
/// regime (one or two numbers of threads), too-few-points.
OrRefused<TableModel> tableModel(const TablesOfProgram &tables, int threads,
                                 const TableQuestion &question);

/// The numbers of threads that can be modelled by size, and 0 where models over threads can be
/// made.
std::vector<int> modelledThreads(const TablesOfProgram &tables);

struct PredictedRow {
  RowKey key;
  std::string name;
  Estimate time;
  std::optional<ModelRefusal>
      unknown; // no model: a range between as long as now and the same share
};

struct TablePrediction {
  ModelPoint at;
  int threads = 0;
  Estimate serial, parallel;                 // T_s; T_p, the sum
  std::vector<PredictedRow> rows;            // whole nanoseconds, as are T_s / p and T_p
  double ideal_s = 0;                        // T_s / p
  std::optional<Estimate> direct;            // T_p fitted as one figure; absent: refused
  double reconciled_s = 0;                   // by so much the rows' sum was moved towards it
  bool disagrees = false;                    // both differ by more than their bands
  double unknown_share = 0;                  // of T_p, in rows without a model
  const TableAt *nearest = nullptr;          // the largest measured table of these threads
  std::map<std::string, int64_t> executions; // by the construct's id, where they are known exactly
};

/// All rows at `at` (size and threads). The band of the sum takes whole repetitions, since rows are
/// correlated. Refusals: reach, wide-band, regime, and those of tableModel.
OrRefused<TablePrediction> predictTable(const TablesOfProgram &tables, const ModelPoint &at,
                                        const TableQuestion &question);

/// Rows that grow faster than their category is expected to, each as a sentence.
std::vector<std::string> worseThanExpected(const TableModel &model);

} // namespace tare
