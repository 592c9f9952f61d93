// SPDX-License-Identifier: Apache-2.0
// Many rows in one statement: they travel as one value, a list of lists in JSON, which the data
// base takes apart. So a ledger takes as many statements whatever its size.
//
//   rows -> [bulk] -> one INSERT
#pragma once

#include "analyzer/archive/database.h"

#include <cstdint>
#include <string_view>

namespace tare {

/// Rows of one table, built value by value.
class BulkRows {
public:
  BulkRows &row();
  BulkRows &text(std::string_view value);
  BulkRows &number(double value); // not finite: NULL
  BulkRows &number(std::optional<double> value);
  BulkRows &whole(int64_t value);
  BulkRows &null();

  bool empty() const { return rows_ == 0; }
  size_t size() const { return rows_; }
  std::string take();

private:
  void separate();
  std::string json_ = "[";
  size_t rows_ = 0;
  bool first_ = true;
};

enum class ColumnType { text, whole, real };
struct BulkColumn {
  const char *name;
  ColumnType type;
};

/// Does nothing where there are no rows. `unless_there`: rows that the table has already are passed
/// over.
Result<void> insertRows(Database &database, const std::string &table,
                        const std::vector<BulkColumn> &columns, BulkRows rows,
                        bool unless_there = false);

/// The FROM clause that takes the value `?` apart; `column(n)` is its n-th column in a SELECT.
std::string bulkSource(const Database &database);
std::string bulkColumn(const Database &database, size_t number, ColumnType type);

/// A string of JSON, quotes included. Bytes that are no UTF-8, and NUL, which PostgreSQL does not
/// take, become '?'.
std::string jsonQuoted(std::string_view text);

/// Whether the text is UTF-8 without NUL.
bool isStorable(std::string_view text);

} // namespace tare
