// SPDX-License-Identifier: Apache-2.0
// A data base, SQLite or PostgreSQL, behind one way of asking. database.cpp is the only file that
// knows SOCI.
//
//   SQL, values -> [database] -> rows of texts
//
// Values travel as texts: both data bases convert them to the type of their column. SQL marks a
// value by `?`. No value ever becomes part of the SQL.
#pragma once

#include "base/result.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

using DatabaseValue = std::optional<std::string>; // absent: NULL
using DatabaseRow = std::vector<DatabaseValue>;

struct DatabaseRows {
  std::vector<std::string> columns;
  std::vector<DatabaseRow> rows;
};

class Database {
public:
  enum class Kind { sqlite, postgresql };

  /// `where`: a file that exists, or an URI (postgresql://...). `shown` stands for it in messages.
  static Result<std::unique_ptr<Database>> open(Kind kind, const std::string &where,
                                                const std::string &shown);
  virtual ~Database() = default;

  Kind kind() const { return kind_; }
  const std::string &shown() const { return shown_; }
  /// Statements that were executed so far.
  int statements() const { return statements_; }

  /// From now on a statement that returns more rows, or takes longer, is an Error: one with
  /// `timed_out`, or that says how many rows were asked for.
  virtual Result<void> limit(size_t rows, int seconds) = 0;

  virtual Result<DatabaseRows> rows(const std::string &sql, const DatabaseRow &values = {}) = 0;
  Result<void> run(const std::string &sql, const DatabaseRow &values = {});
  /// Several statements, separated by `;` at ends of lines.
  Result<void> runAll(const std::string &script);
  /// The first value of the first row; absent: no row, or NULL.
  Result<DatabaseValue> value(const std::string &sql, const DatabaseRow &values = {});
  Result<int64_t> number(const std::string &sql, const DatabaseRow &values = {});

protected:
  Database(Kind kind, std::string shown) : kind_(kind), shown_(std::move(shown)) {}
  int statements_ = 0;

private:
  Kind kind_;
  std::string shown_;
};

/// From begin() to commit() or, without it, to nothing: all of it happens, or none. Writers come
/// one after the other: one waits at begin() until the other has ended.
class DatabaseTransaction {
public:
  explicit DatabaseTransaction(Database &database) : database_(database) {}
  ~DatabaseTransaction();
  DatabaseTransaction(const DatabaseTransaction &) = delete;
  DatabaseTransaction &operator=(const DatabaseTransaction &) = delete;

  Result<void> begin();
  Result<void> commit();

private:
  Database &database_;
  bool open_ = false;
};

} // namespace tare
