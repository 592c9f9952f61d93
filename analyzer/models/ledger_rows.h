// SPDX-License-Identifier: Apache-2.0
// The rows of several ledgers of one program, side by side: what is fitted over size and threads.
//
//   LedgerSource -> [ledger rows] -> table model
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/models/exact_counts.h"
#include "analyzer/models/refusal.h"
#include "analyzer/models/series.h"
#include "base/result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

struct NamedLedger {
  std::string path; // where it is from, for messages
  std::shared_ptr<const Ledger> ledger;
};

/// Where ledgers come from: results folders, files, an archive.
class LedgerSource {
public:
  virtual ~LedgerSource() = default;
  virtual Result<std::vector<NamedLedger>> ledgers() const = 0;
};

/// Results that are fitted together have to be equal in these.
struct LedgerKeys {
  std::string program, machine, compiler, settings;
};
LedgerKeys keysOf(const Ledger &ledger);

/// One table, at its parameters and number of threads.
struct TableAt {
  ModelPoint at; // sizes that vary, and threads
  std::shared_ptr<const Ledger> ledger;
  const Table *table = nullptr; // of `ledger`
};

struct TablesOfProgram {
  std::vector<std::string> sizes; // parameters that vary; empty: none
  LedgerKeys keys;
  int cores = 0;               // of the machine; 0: not known
  std::vector<Cache> caches;   // of the machine; empty: not known
  std::vector<TableAt> tables; // by their sizes, then threads, ascending
};

/// `by`: names the parameters that are sizes; empty: the only one that varies. Refusals:
/// other-machine, other-compiler, mixed-keys, too-few-points (no ledger).
OrRefused<TablesOfProgram> programTablesOf(const std::vector<NamedLedger> &ledgers,
                                           const std::vector<std::string> &by);

/// The parameters among `sizes` that have more than one value in these tables.
std::vector<std::string> varyingSizes(const std::vector<TableAt> &tables,
                                      const std::vector<std::string> &sizes);

/// A category at a construct. An empty construct: without a place; `pooled_rows`: small ones
/// together.
struct RowKey {
  std::string category, construct;

  auto operator<=>(const RowKey &) const = default;
};
inline constexpr std::string_view pooled_rows = "*";

struct RowSeries {
  RowKey key;
  ModelSeries series;
};

/// Every row of every construct, one observation a table, in the order of `tables`. Those that are
/// below half a percent of T_p everywhere are one row for each category. At each table they sum to
/// its total overhead.
std::vector<RowSeries> rowSeries(const std::vector<TableAt> &tables);

/// T_s and T_p of the same tables.
ModelSeries serialSeries(const std::vector<TableAt> &tables);
ModelSeries parallelSeries(const std::vector<TableAt> &tables);

/// Sums of rows of one category: small ones that have no model of their own.
RowSeries pooledSeries(const std::string &category, const std::vector<const RowSeries *> &rows);

/// "load imbalance at lu2.c:29", for people.
std::string rowName(const RowKey &key, const std::vector<TableAt> &tables);

} // namespace tare
