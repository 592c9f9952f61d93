// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/database.h"

#include "base/text.h"

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <stdexcept>

// SOCI 4.1 declares SQLite's types here, and its functions no longer; sqlite3.h would declare other
// types.
namespace sqlite_api {
extern "C" void sqlite3_progress_handler(sqlite3 *connection, int steps, int (*handler)(void *),
                                         void *argument);
}

namespace tare {
namespace {

constexpr const char *busy_wait_ms = "60000";
/// Any number will do, as long as all of Tare's writers take the same: "tare".
constexpr const char *writers_lock = "1952543333";

std::string shortestText(double value) {
  char text[64];
  auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

DatabaseValue valueOf(const soci::row &row, size_t column) {
  if (row.get_indicator(column) == soci::i_null)
    return std::nullopt;
  switch (row.get_properties(column).get_data_type()) {
  case soci::dt_string:
  case soci::dt_blob:
  case soci::dt_xml:
    return row.get<std::string>(column);
  case soci::dt_double:
    return shortestText(row.get<double>(column));
  case soci::dt_integer:
    return std::to_string(row.get<int>(column));
  case soci::dt_long_long:
    return std::to_string(row.get<long long>(column));
  case soci::dt_unsigned_long_long:
    return std::to_string(row.get<unsigned long long>(column));
  case soci::dt_date: {
    std::tm time = row.get<std::tm>(column);
    char text[32];
    return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &time));
  }
  }
  return std::nullopt;
}

/// `?` -> `:v1`, `:v2`, as SOCI wants values marked.
std::string withNames(const std::string &sql, size_t values) {
  if (!values)
    return sql;
  std::string text;
  int number = 0;
  for (char c : sql)
    text += c == '?' ? ":v" + std::to_string(++number) : std::string(1, c);
  return text;
}

/// SOCI puts the name of its function before what the data base said, and the statement behind it.
std::string firstLine(const std::string &message) {
  std::string line = splitText(message, '\n').front();
  line = line.substr(0, line.find(" while "));
  size_t name = line.find("_backend::"), colon = line.find(": ", name);
  if (name != std::string::npos && colon != std::string::npos)
    line = line.substr(colon + 2);
  if (size_t error = line.find("ERROR:"); error != std::string::npos)
    line = line.substr(error + 6);
  return std::string(trimText(line));
}

Error databaseError(const std::string &shown, const std::exception &failure) {
  if (dynamic_cast<const std::length_error *>(&failure)) // of ask()
    return {failure.what(), shown, "ask for fewer runs or rows"};
  const auto *known = dynamic_cast<const soci::soci_error *>(&failure);
  std::string said = firstLine(known ? known->get_error_message() : failure.what());
  if (said.find("database is locked") != std::string::npos)
    return {"another program has been writing to the archive for a minute", shown, "try again"};
  if (said.find("interrupted") != std::string::npos ||
      said.find("statement timeout") != std::string::npos) {
    Error error{"the question takes too long to answer", shown, "ask for fewer runs or rows"};
    error.timed_out = true;
    return error;
  }
  if (said.find("malformed") != std::string::npos ||
      said.find("not a database") != std::string::npos)
    return {"this data base is damaged", shown,
            "take a copy of it, or import an export of the archive into a new one"};
  if (said.find("disk is full") != std::string::npos)
    return {"the disk is full, so nothing was changed", shown, "free some space and try again"};
  if (said.find("permission denied") != std::string::npos ||
      said.find("row-level security") != std::string::npos)
    return {"the data base does not let you do that (" + said + ")", shown,
            "only the owner of an application changes it"};
  return {"the data base refuses: " + said, shown};
}

class SociDatabase : public Database {
public:
  SociDatabase(Kind kind, const std::string &where, const std::string &shown)
      : Database(kind, shown),
        session_(kind == Kind::sqlite ? soci::connection_parameters(soci::sqlite3, where)
                                      : soci::connection_parameters(soci::postgresql, where)) {}

  ~SociDatabase() override { watch(0); }

  Result<void> limit(size_t rows, int seconds) override {
    most_rows_ = rows;
    most_time_ = std::chrono::seconds(seconds);
    if (kind() == Kind::postgresql)
      return run("SET statement_timeout = " + std::to_string(seconds) + "000");
    watch(steps_between_looks);
    return {};
  }

  Result<DatabaseRows> rows(const std::string &sql, const DatabaseRow &values) override {
    ++statements_;
    until_ = Clock::now() + most_time_;
    try {
      return ask(withNames(sql, values.size()), values);
    } catch (const std::exception &failure) {
      return databaseError(shown(), failure);
    }
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr int steps_between_looks = 10000; // of SQLite's machine: less than a millisecond

  /// 0: no longer.
  void watch(int steps) {
    if (kind() != Kind::sqlite)
      return;
    auto *backend = static_cast<soci::sqlite3_session_backend *>(session_.get_backend());
    sqlite_api::sqlite3_progress_handler(
        backend->conn_, steps,
        [](void *self) -> int { return Clock::now() > static_cast<SociDatabase *>(self)->until_; },
        this);
  }

  DatabaseRows ask(const std::string &sql, const DatabaseRow &values) {
    std::vector<std::string> texts;
    std::vector<soci::indicator> marks;
    texts.reserve(values.size());
    marks.reserve(values.size());
    soci::row row;
    soci::statement statement(session_);
    for (const DatabaseValue &value : values) {
      texts.push_back(value.value_or(""));
      marks.push_back(value ? soci::i_ok : soci::i_null);
      statement.exchange(soci::use(texts.back(), marks.back()));
    }
    statement.alloc();
    statement.prepare(sql);
    statement.define_and_bind();
    statement.exchange_for_rowset(soci::into(row));
    DatabaseRows found;
    for (bool more = statement.execute(true); more; more = statement.fetch()) {
      if (found.columns.empty())
        for (size_t i = 0; i < row.size(); ++i)
          found.columns.push_back(row.get_properties(i).get_name());
      if (row.size() == 0)
        break; // it returns none
      if (found.rows.size() == most_rows_)
        throw std::length_error("more than " + std::to_string(most_rows_) + " rows are asked for");
      DatabaseRow &added = found.rows.emplace_back();
      for (size_t i = 0; i < row.size(); ++i)
        added.push_back(valueOf(row, i));
    }
    return found;
  }

  soci::session session_;
  size_t most_rows_ = std::numeric_limits<size_t>::max();
  std::chrono::seconds most_time_{int64_t(1) << 30}; // no limit
  Clock::time_point until_;
};

/// A name with a quote would end the value in SOCI's list of parameters.
Result<std::string> sqliteParameters(const std::string &path) {
  if (path.find('"') != std::string::npos)
    return Error{"an archive cannot have a double quote in its name", path, "rename it"};
  return "db=\"" + path + "\"";
}

/// Waits for other writers; commits are on the disk when they return.
constexpr const char *sqlite_settings[] = {"PRAGMA foreign_keys=ON", "PRAGMA synchronous=FULL",
                                           "PRAGMA trusted_schema=OFF"};

} // namespace

Result<std::unique_ptr<Database>> Database::open(Kind kind, const std::string &where,
                                                 const std::string &shown) {
  std::string parameters = where;
  if (kind == Kind::sqlite) {
    TARE_TRY(parameters, sqliteParameters(where));
  }
  std::unique_ptr<Database> database;
  try {
    database = std::make_unique<SociDatabase>(kind, parameters, shown);
  } catch (const std::exception &failure) {
    std::vector<std::string> lines = splitText(failure.what(), '\n'); // the reason is the second
    return Error{"the archive cannot be opened: " +
                     std::string(trimText(lines.size() > 1 ? lines[1] : firstLine(lines[0]))),
                 shown, "is the server there, and may you use this data base?"};
  }
  if (kind == Kind::sqlite) {
    TARE_DO(database->run(std::string("PRAGMA busy_timeout=") + busy_wait_ms));
    for (const char *setting : sqlite_settings)
      TARE_DO(database->run(setting));
  } else {
    TARE_DO(database->run("SET client_min_messages = warning"));
    TARE_DO(database->run("SET search_path = tare"));
  }
  return database;
}

Result<void> Database::run(const std::string &sql, const DatabaseRow &values) {
  TARE_DO(rows(sql, values));
  return {};
}

Result<void> Database::runAll(const std::string &script) {
  size_t begin = 0;
  while (begin < script.size()) {
    size_t end = script.find(";\n", begin);
    end = end == std::string::npos ? script.size() : end;
    std::string_view statement = trimText(std::string_view(script).substr(begin, end - begin));
    if (!statement.empty())
      TARE_DO(run(std::string(statement)));
    begin = end + 2;
  }
  return {};
}

Result<DatabaseValue> Database::value(const std::string &sql, const DatabaseRow &values) {
  TARE_TRY(DatabaseRows found, rows(sql, values));
  return found.rows.empty() || found.rows[0].empty() ? DatabaseValue() : found.rows[0][0];
}

Result<int64_t> Database::number(const std::string &sql, const DatabaseRow &values) {
  TARE_TRY(DatabaseValue found, value(sql, values));
  return found ? std::strtoll(found->c_str(), nullptr, 10) : int64_t(0);
}

Result<void> DatabaseTransaction::begin() {
  bool is_sqlite = database_.kind() == Database::Kind::sqlite;
  TARE_DO(database_.run(is_sqlite ? "BEGIN IMMEDIATE" : "BEGIN"));
  open_ = true;
  if (!is_sqlite)
    TARE_DO(database_.run(std::string("SELECT CAST(pg_advisory_xact_lock(") + writers_lock +
                          ") AS text)"));
  return {};
}

Result<void> DatabaseTransaction::commit() {
  TARE_DO(database_.run("COMMIT"));
  open_ = false;
  return {};
}

DatabaseTransaction::~DatabaseTransaction() {
  if (open_)
    (void)database_.run("ROLLBACK").ok();
}

} // namespace tare
