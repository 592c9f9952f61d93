// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/exchange.h"

#include "analyzer/archive/exchange_tables.h"
#include "analyzer/archive/ledger_record.h"
#include "analyzer/archive/sha256.h"
#include "base/formats/formats.h"
#include "base/json/cursor.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace tare {
namespace {

constexpr double most_of_number = 1e300;

// ---- export ----

std::string memberText(const BulkColumn &column, const DatabaseValue &value) {
  bool is_text = column.type == ColumnType::text;
  return jsonQuoted(column.name) + ":" +
         (is_text ? jsonQuoted(value.value_or("")) : value.value_or("0"));
}

/// {"model":{"application":"lu","scope":"...",...}}
std::string lineOf(const char *table, const std::vector<std::string> &members) {
  return "{" + jsonQuoted(table) + ":{" + joinText(members, ",") + "}}";
}

std::string columnsText(const char *table, const std::vector<BulkColumn> &columns) {
  std::vector<std::string> names;
  for (const BulkColumn &column : columns)
    names.push_back(std::string(table) + "." + column.name);
  return joinText(names, ", ");
}

/// The lines of one small table, in order of their text.
Result<std::vector<std::string>> linesOf(Database &database, const ExchangeTable &table) {
  std::string sql = std::string("SELECT ") + (table.has_application ? "application.name, " : "") +
                    columnsText(table.name, table.columns) + " FROM " + table.name;
  if (table.has_application)
    sql += std::string(" JOIN application ON application.id = ") + table.name + ".application";
  if (std::string_view(table.name) == "template")
    sql += " WHERE owner <> 'tare'"; // every archive has these
  TARE_TRY(DatabaseRows found, database.rows(sql));
  std::vector<std::string> lines;
  for (const DatabaseRow &row : found.rows) {
    std::vector<std::string> members;
    if (table.has_application)
      members.push_back("\"application\":" + jsonQuoted(row[0].value_or("")));
    for (size_t i = 0; i < table.columns.size(); ++i)
      members.push_back(memberText(table.columns[i], row[i + table.has_application]));
    lines.push_back(lineOf(table.name, members));
  }
  std::ranges::sort(lines);
  return lines;
}

/// Numbers of ledgers in order of time, then of hash.
Result<std::vector<std::string>> orderedLedgers(Database &database) {
  TARE_TRY(DatabaseRows found, database.rows("SELECT measured_utc, sha256, id FROM ledger"));
  std::ranges::sort(found.rows);
  std::vector<std::string> ids;
  for (const DatabaseRow &row : found.rows)
    ids.push_back(row[2].value_or(""));
  return ids;
}

Result<std::string> ledgerLine(Database &database, const std::string &id) {
  const std::vector<BulkColumn> &columns = exchangeLedgerColumns();
  TARE_TRY(DatabaseRows found,
           database.rows("SELECT application.name, " + columnsText("ledger", columns) +
                             " FROM ledger JOIN application ON application.id = ledger.application "
                             "WHERE ledger.id = ?",
                         {id}));
  if (found.rows.empty())
    return Error{"ledger " + id + " has gone meanwhile", database.shown(), "try again"};
  std::vector<std::string> members = {"\"application\":" +
                                      jsonQuoted(found.rows[0][0].value_or(""))};
  for (size_t i = 0; i < columns.size(); ++i)
    members.push_back(memberText(columns[i], found.rows[0][i + 1]));
  return lineOf("ledger", members);
}

/// Sees the archive as it is at its begin.
class ReadingMoment {
public:
  explicit ReadingMoment(Database &database) : database_(database) {}
  Result<void> begin() {
    return database_.run(database_.kind() == Database::Kind::sqlite
                             ? "BEGIN"
                             : "BEGIN ISOLATION LEVEL REPEATABLE READ");
  }
  ~ReadingMoment() { (void)database_.run("ROLLBACK").ok(); }

private:
  Database &database_;
};

// ---- import ----

/// One line, taken apart.
struct ExchangeLine {
  std::string table;
  std::map<std::string, std::string> members;
};

const std::vector<BulkColumn> *columnsOf(const std::string &table) {
  if (table == "ledger")
    return &exchangeLedgerColumns();
  for (const ExchangeTable &each : exchangeTables())
    if (table == each.name)
      return &each.columns;
  return nullptr;
}

std::string numberInText(const json::Cursor &at, ColumnType type) {
  if (type == ColumnType::whole)
    return std::to_string(at.whole(-(int64_t(1) << 53), int64_t(1) << 53));
  char text[64];
  double number = at.number(-most_of_number, most_of_number);
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

void takeMembers(const json::Cursor &object, const std::vector<BulkColumn> &columns,
                 ExchangeLine &line) {
  object.members([&](const std::string &key, const json::Cursor &value) {
    if (key == "application")
      line.members[key] = value.text();
    for (const BulkColumn &column : columns)
      if (key == column.name)
        line.members[key] =
            column.type == ColumnType::text ? value.text() : numberInText(value, column.type);
  });
  for (const BulkColumn &column : columns)
    if (!line.members.contains(column.name))
      object.fail("is missing", column.name);
}

/// Members that this version does not know are passed over, and so are tables.
Result<ExchangeLine> exchangeLine(const std::string &text) {
  ExchangeLine line;
  Result<void> done = json::readObject(text, [&](const json::Cursor &object) {
    object.members([&](const std::string &key, const json::Cursor &value) {
      const std::vector<BulkColumn> *columns = columnsOf(key);
      line.table = key;
      if (key == "schema")
        line.members[key] = value.text();
      else if (columns)
        takeMembers(value, *columns, line);
      else
        line.table.clear();
    });
  });
  if (!done.ok())
    return done.error();
  for (const auto &[name, value] : line.members)
    if (!isStorable(value))
      return Error{"'" + name + "' is not UTF-8, or has a NUL in it"};
  return line;
}

class Importer {
public:
  explicit Importer(Archive &archive) : archive_(archive), database_(archive.database()) {}

  Result<void> take(const ExchangeLine &line) {
    if (line.table == "ledger")
      return takeLedger(line);
    for (const ExchangeTable &table : exchangeTables())
      if (line.table == table.name)
        return takeRow(table, line);
    return {};
  }

  ExchangeCounts counts;

private:
  /// An application that this import made is its to fill, whoever owns it.
  Result<std::string> applicationOf(const ExchangeLine &line) {
    auto named = line.members.find("application");
    if (named == line.members.end())
      return Error{"names no application"};
    if (auto known = made_.find(named->second); known != made_.end())
      return known->second;
    TARE_TRY(int64_t id, archive_.ownApplication(named->second));
    return std::to_string(id);
  }

  Result<void> takeLedger(const ExchangeLine &line) {
    auto member = [&](const char *name) { return line.members.at(name); };
    if (sha256(member("document")) != member("sha256"))
      return Error{"the document is not what its hash says", "", "take an export that is whole"};
    TARE_TRY(int64_t there,
             database_.number("SELECT id FROM ledger WHERE sha256 = ?", {member("sha256")}));
    if (there) {
      ++counts.were_there;
      return {};
    }
    TARE_TRY(std::string application, applicationOf(line));
    NewLedger ledger{.text = member("document"),
                     .format = member("format"),
                     .application = {},
                     .version = member("version"),
                     .source_commit = member("source_commit"),
                     .build_id = member("build_id"),
                     .measured_utc = member("measured_utc"),
                     .kernel = member("kernel"),
                     .caches = member("caches")};
    TARE_TRY(IndexedDocument document, indexedDocument(ledger.format, ledger.text));
    TARE_DO(writeLedgerRecord(database_, std::strtoll(application.c_str(), nullptr, 10), ledger,
                              member("sha256"), member("added_utc"), document));
    ++counts.ledgers;
    return {};
  }

  Result<void> takeRow(const ExchangeTable &table, const ExchangeLine &line) {
    DatabaseRow values;
    std::string names, marks, same;
    auto column = [&](const std::string &name, const std::string &value) {
      names += (names.empty() ? "" : ", ") + name;
      marks += marks.empty() ? "?" : ", ?";
      same += (same.empty() ? "" : " AND ") + name + " = ?";
      values.push_back(value);
    };
    for (const BulkColumn &each : table.columns)
      column(each.name, line.members.at(each.name));
    std::string application;
    if (table.has_application) {
      TARE_TRY(application, idOfNamed(line));
      column("application", application.empty() ? "0" : application);
    }
    TARE_TRY(int64_t there,
             database_.number(std::string("SELECT count(*) FROM ") + table.name + " WHERE " +
                                  (table.name == named_ ? "name = ?" : same),
                              table.name == named_ ? DatabaseRow{values[0]} : values));
    if (there) {
      ++counts.were_there;
      return {};
    }
    if (table.has_application)
      TARE_DO(applicationOf(line));
    TARE_DO(database_.run(std::string("INSERT INTO ") + table.name + " (" + names + ") VALUES (" +
                              marks + ") ON CONFLICT DO NOTHING",
                          values));
    ++counts.others;
    return table.name == named_ ? noteMade(values[0].value_or("")) : Result<void>();
  }

  Result<std::string> idOfNamed(const ExchangeLine &line) {
    auto named = line.members.find("application");
    if (named == line.members.end())
      return Error{"names no application"};
    TARE_TRY(DatabaseValue id,
             database_.value("SELECT id FROM application WHERE name = ?", {named->second}));
    return id.value_or("");
  }

  Result<void> noteMade(const std::string &name) {
    TARE_TRY(DatabaseValue id,
             database_.value("SELECT id FROM application WHERE name = ?", {name}));
    made_[name] = id.value_or("0");
    return {};
  }

  const std::string named_ = "application";
  Archive &archive_;
  Database &database_;
  std::map<std::string, std::string> made_; // applications: name -> id
};

} // namespace

Result<ExchangeCounts> exportArchive(Archive &archive,
                                     const std::function<bool(std::string_view line)> &write) {
  Database &database = archive.database();
  const Error cut{"the export could not be written", "", "is the disk full?"};
  ReadingMoment moment(database);
  TARE_DO(moment.begin());
  ExchangeCounts counts;
  if (!write("{\"schema\":" + jsonQuoted(schemaOf(formats::archive_export)) + "}\n"))
    return cut;
  for (const ExchangeTable &table : exchangeTables()) {
    TARE_TRY(std::vector<std::string> lines, linesOf(database, table));
    for (const std::string &line : lines)
      if (!write(line + "\n"))
        return cut;
    counts.others += lines.size();
  }
  TARE_TRY(std::vector<std::string> ids, orderedLedgers(database));
  for (const std::string &id : ids) {
    TARE_TRY(std::string line, ledgerLine(database, id));
    if (!write(line + "\n"))
      return cut;
    ++counts.ledgers;
  }
  return counts;
}

static Result<void> checkFirst(const ExchangeLine &line) {
  if (line.table != "schema")
    return Error{"is no " + schemaOf(formats::archive_export)};
  Result<int> version = versionIn(formats::archive_export, line.members.at("schema"));
  return version.ok() ? Result<void>() : Result<void>(version.error());
}

Result<ExchangeCounts> importArchive(Archive &archive, const NextLine &next) {
  DatabaseTransaction transaction(archive.database());
  TARE_DO(transaction.begin());
  Importer importer(archive);
  size_t number = 0;
  while (std::optional<std::string> text = next()) {
    ++number;
    Result<ExchangeLine> line = exchangeLine(*text);
    Result<void> taken = line.ok() ? Result<void>() : Result<void>(line.error());
    if (line.ok())
      taken = number == 1 ? checkFirst(line.value()) : importer.take(line.value());
    if (!taken.ok())
      return Error{"line " + std::to_string(number) + ": " + taken.error().text(), "",
                   "nothing was taken in"};
  }
  if (number == 0)
    return Error{"is empty", "", "tare archive export writes such a file"};
  TARE_DO(transaction.commit());
  return importer.counts;
}

} // namespace tare
