// SPDX-License-Identifier: Apache-2.0
// What a line of tare.archive/1 has: the columns of each table of records.
//
//   [exchange_tables] -> exchange
#pragma once

#include "analyzer/archive/bulk.h"

#include <vector>

namespace tare {

struct ExchangeTable {
  const char *name;
  bool has_application; // its `application` is a number in the data base, a name in the text
  std::vector<BulkColumn> columns;
};

/// In an order in which lines can be taken in; ledgers are no part of it.
const std::vector<ExchangeTable> &exchangeTables();
/// Columns of a ledger but for its application.
const std::vector<BulkColumn> &exchangeLedgerColumns();

} // namespace tare
