// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/archive.h"

#include "analyzer/archive/archive_versions.h"
#include "analyzer/archive/bulk.h"
#include "analyzer/archive/creation.h"
#include "analyzer/archive/ledger_record.h"
#include "analyzer/archive/schema.h"
#include "analyzer/archive/sha256.h"
#include "analyzer/archive/write_index.h"
#include "base/files.h"
#include "base/lists.h"
#include "base/system.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <pwd.h>
#include <unistd.h>

namespace tare {
namespace {

constexpr size_t least_of_hash = 8;
constexpr const char *belongs_to = "' belongs to ";
constexpr const char *kept_columns =
    "SELECT ledger.id, ledger.sha256, application.name, application.owner, ledger.version, "
    "COALESCE(executable.source_commit, ledger.source_commit), ledger.measured_utc, "
    "ledger.added_utc, ledger.format, machine.host, "
    "executable.compiler, executable.openmp_runtime, run.threads, run.parameters FROM ledger "
    "JOIN application ON application.id = ledger.application "
    "LEFT JOIN run ON run.ledger = ledger.id LEFT JOIN machine ON machine.id = run.machine "
    "LEFT JOIN executable ON executable.id = run.executable ";

int64_t idIn(const DatabaseValue &value) {
  return std::strtoll(value.value_or("0").c_str(), nullptr, 10);
}

/// One for each ledger, from a row for each run.
std::vector<KeptLedger> keptLedgers(const DatabaseRows &found) {
  std::vector<KeptLedger> kept;
  std::vector<std::string> seen; // numbers of threads of the last one
  for (const DatabaseRow &row : found.rows) {
    auto text = [&](size_t column) { return row[column].value_or(""); };
    if (kept.empty() || kept.back().id != idIn(row[0])) {
      kept.push_back({idIn(row[0]), text(1), text(2), text(3), text(4), text(5), text(6), text(7),
                      text(8), text(9), text(10), text(11), text(12), text(13)});
      seen = {text(12)};
    } else if (std::ranges::find(seen, text(12)) == seen.end()) {
      kept.back().threads += ", " + text(12);
      seen.push_back(text(12));
    }
  }
  return kept;
}

bool isNumber(const std::string &name) {
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && name.size() < 8 && std::ranges::all_of(name, isDigit);
}

bool isHash(const std::string &name) {
  auto isHexDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return name.size() >= least_of_hash && name.size() <= 64 && std::ranges::all_of(name, isHexDigit);
}

/// Readers and writers tell each other in files beside the archive what they are at.
Result<void> mayWrite(const ArchivePlace &place) {
  if (::access(place.where.c_str(), W_OK) == 0 &&
      ::access(folderOf(place.where).c_str(), W_OK) == 0)
    return {};
  return Error{"you may not write to this archive and its folder, which SQLite needs even to read",
               place.shown, "take a copy of it, or the import of an export"};
}

Result<std::unique_ptr<Database>> openFileArchive(const ArchivePlace &place, Archive::Use use) {
  if (!fileExists(place.where)) {
    if (use == Archive::Use::read)
      return Error{"there is no archive yet", place.shown,
                   "add results first: tare archive add RESULTS"};
    TARE_DO(createArchiveFile(place));
  }
  if (!place.is_checked)
    TARE_DO(placedAt(place.shown, checkArchiveFile(place.where)));
  TARE_DO(mayWrite(place));
  TARE_TRY(std::unique_ptr<Database> database,
           Database::open(place.kind, place.where, place.shown));
  return database;
}

/// Two that create it at once come one after the other, by the writers' lock.
Result<std::unique_ptr<Database>> openServerArchive(const ArchivePlace &place, Archive::Use use) {
  TARE_TRY(std::unique_ptr<Database> database,
           Database::open(place.kind, place.where, place.shown));
  TARE_TRY(int version, schemaVersion(*database));
  if (version == 0 && use == Archive::Use::read)
    return Error{"there is no archive in this data base yet", place.shown,
                 "add results first: tare archive add RESULTS"};
  if (version == 0) {
    DatabaseTransaction transaction(*database);
    TARE_DO(transaction.begin());
    TARE_TRY(int now, schemaVersion(*database));
    if (now == 0)
      TARE_DO(createSchema(*database));
    TARE_DO(transaction.commit());
  }
  if (use == Archive::Use::read)
    TARE_DO(database->run("SET default_transaction_read_only = on"));
  return database;
}

} // namespace

Result<Archive> Archive::open(const ArchivePlace &place, Use use) {
  TARE_TRY(std::unique_ptr<Database> database, place.kind == Database::Kind::sqlite
                                                   ? openFileArchive(place, use)
                                                   : openServerArchive(place, use));
  const bool is_file = place.kind == Database::Kind::sqlite;
  Archive archive(std::move(database));
  TARE_TRY(int version, schemaVersion(archive.database()));
  if (version != archive_schema_version && use == Use::read && !is_file)
    return Error{"this archive is of an older Tare", place.shown,
                 "tare archive rebuild brings it up to date"};
  if (version != archive_schema_version)
    if (Result<void> done = archive.bringUpToDate(place, version); !done.ok())
      return Error{"this archive is of an older Tare, and cannot be brought up to date: " +
                       done.error().message,
                   place.shown,
                   is_file ? "is the disk full?"
                           : "whoever made it does that first: tare archive rebuild"};
  if (use == Use::read && is_file)
    TARE_DO(archive.database_->run("PRAGMA query_only=ON"));
  return archive;
}

/// Records by the steps to this version; the index is made anew. On a server the owners of other
/// applications make their part of it with `rebuild`. Another process may have been first.
Result<void> Archive::bringUpToDate(const ArchivePlace &place, int from) {
  Upgrade upgrade{from, {}, {}};
  DatabaseTransaction transaction(*database_);
  TARE_DO(transaction.begin());
  TARE_TRY(int now, schemaVersion(*database_));
  if (now == archive_schema_version)
    return {};
  if (place.kind == Database::Kind::sqlite) {
    TARE_TRY(upgrade.copy, keepCopy(place, from));
  }
  TARE_DO(takeSteps(*database_, schemaSteps()));
  TARE_DO(renewIndex(*database_));
  TARE_TRY(upgrade.rebuilt, indexAll());
  TARE_DO(transaction.commit());
  upgrade_ = std::move(upgrade);
  return {};
}

Result<void> Archive::actFor(const std::string &name) {
  TARE_TRY(std::string who, user());
  if (database_->kind() == Database::Kind::postgresql && who != name)
    return Error{"on a server of data bases one writes as '" + who + "', and not for '" + name +
                     "'",
                 database_->shown(), "run it as the role " + name};
  acting_ = name;
  return {};
}

bool Archive::isOthers(const Error &error) {
  return error.message.find(belongs_to) != std::string::npos;
}

Result<std::string> Archive::user() {
  if (!acting_.empty())
    return acting_;
  if (database_->kind() == Database::Kind::postgresql) {
    TARE_TRY(DatabaseValue name, database_->value("SELECT CAST(current_user AS text)"));
    return name.value_or("");
  }
  const struct passwd *entry = ::getpwuid(::geteuid());
  return entry ? std::string(entry->pw_name) : std::to_string(::geteuid());
}

Result<void> Archive::mayChange(const std::string &application, const std::string &owner) {
  TARE_TRY(std::string name, user());
  if (owner == name || (as_owner_ && database_->kind() == Database::Kind::sqlite))
    return {};
  return Error{"the application '" + application + belongs_to + owner + ", and you are " + name,
               database_->shown(),
               database_->kind() == Database::Kind::sqlite
                   ? "take another name with --application, or act for its owner with --as-owner"
                   : "take another name with --application"};
}

Result<int64_t> Archive::ownApplication(const std::string &name) {
  TARE_TRY(DatabaseRows found,
           database_->rows("SELECT id, owner FROM application WHERE name = ?", {name}));
  if (!found.rows.empty()) {
    TARE_DO(mayChange(name, found.rows[0][1].value_or("")));
    return idIn(found.rows[0][0]);
  }
  TARE_TRY(std::string owner, user());
  TARE_DO(database_->run("INSERT INTO application (name, owner) VALUES (?, ?)", {name, owner}));
  return database_->number("SELECT id FROM application WHERE name = ?", {name});
}

Result<Added> Archive::add(const NewLedger &given) {
  if (!isStorable(given.text))
    return Error{"the document is not UTF-8, or has a NUL in it"};
  TARE_TRY(IndexedDocument document, indexedDocument(given.format, given.text));
  NewLedger ledger = given;
  for (const std::string &time : {document.measured_utc, given.usual_measured_utc})
    if (ledger.measured_utc.empty())
      ledger.measured_utc = time;
  std::string application = ledger.application.empty() ? document.program : ledger.application;
  if (application.empty())
    application = ledger.usual_application;
  if (application.empty())
    return Error{"the document names no program", "", "name one with --application"};
  if (!isStorable(application))
    return Error{"the name of the application is not UTF-8", "", "name one with --application"};
  const std::string hash = sha256(ledger.text);
  DatabaseTransaction transaction(*database_);
  TARE_DO(transaction.begin());
  TARE_TRY(DatabaseRows there,
           database_->rows("SELECT ledger.id, application.name FROM ledger JOIN application ON "
                           "application.id = ledger.application WHERE sha256 = ?",
                           {hash}));
  if (!there.rows.empty())
    return Added{idIn(there.rows[0][0]), there.rows[0][1].value_or(""), true};
  TARE_TRY(int64_t owned, ownApplication(application));
  TARE_TRY(int64_t id, writeLedgerRecord(*database_, owned, ledger, hash, "", document));
  TARE_DO(transaction.commit());
  return Added{id, application, false, document.runs.size(), indexRowsOf(document)};
}

Result<std::vector<KeptLedger>> Archive::list(const std::string &application) {
  std::string sql = kept_columns;
  DatabaseRow values;
  if (!application.empty()) {
    sql += "WHERE application.name = ? ";
    values.push_back(application);
  }
  TARE_TRY(DatabaseRows found,
           database_->rows(sql + "ORDER BY ledger.measured_utc, ledger.id, run.number", values));
  std::vector<KeptLedger> kept = keptLedgers(found);
  if (kept.empty() && !application.empty())
    return Error{"the archive has no application '" + application + "'", database_->shown(),
                 "tare archive list names all"};
  return kept;
}

Result<KeptLedger> Archive::find(const std::string &name) {
  if (!isNumber(name) && !isHash(name))
    return Error{"'" + name + "' is neither a number nor a hash of a ledger", "",
                 "tare archive list has both"};
  std::string which =
      isNumber(name) ? "ledger.id = ? " : "ledger.sha256 >= ? AND ledger.sha256 < ? ";
  DatabaseRow values = {name};
  if (!isNumber(name))
    values.push_back(name + "g"); // behind all that begin so
  TARE_TRY(DatabaseRows found,
           database_->rows(kept_columns + ("WHERE " + which) + "ORDER BY ledger.id, run.number",
                           values));
  std::vector<KeptLedger> kept = keptLedgers(found);
  if (kept.empty())
    return Error{"the archive has no ledger " + name, database_->shown(),
                 "tare archive list names all"};
  if (kept.size() > 1)
    return Error{"several ledgers begin with " + name, database_->shown(), "give more of the hash"};
  return kept.front();
}

Result<std::string> Archive::textOf(int64_t id) {
  TARE_TRY(DatabaseRows found, database_->rows("SELECT sha256, document FROM ledger WHERE id = ?",
                                               {std::to_string(id)}));
  if (found.rows.empty())
    return Error{"the archive has no ledger " + std::to_string(id), database_->shown()};
  std::string text = found.rows[0][1].value_or("");
  if (sha256(text) != found.rows[0][0].value_or(""))
    return Error{"ledger " + std::to_string(id) +
                     " is not what its hash says: the archive was changed",
                 database_->shown(), "forget it and add it again"};
  return text;
}

Result<std::vector<KeptLedger>> Archive::forget(const std::string &name) {
  DatabaseTransaction transaction(*database_);
  TARE_DO(transaction.begin());
  TARE_TRY(int64_t application,
           database_->number("SELECT id FROM application WHERE name = ?", {name}));
  std::vector<KeptLedger> gone;
  Result<KeptLedger> one = find(name);
  if (one.ok()) { // a number or a hash comes first
    application = 0;
    gone = {one.value()};
  } else if (application) {
    Result<std::vector<KeptLedger>> all = list(name);
    gone = all.ok() ? all.value() : std::vector<KeptLedger>();
  } else {
    return Error{"the archive has neither a ledger nor an application '" + name + "'",
                 database_->shown(), "tare archive list names all"};
  }
  TARE_DO(ownApplication(gone.empty() ? name : gone.front().application));
  for (const KeptLedger &each : gone) {
    TARE_DO(removeIndex(*database_, each.id));
    TARE_DO(database_->run("DELETE FROM ledger WHERE id = ?", {std::to_string(each.id)}));
  }
  if (application)
    for (const char *table : {"pure_function", "model", "coupling", "accepted"})
      TARE_DO(database_->run(std::string("DELETE FROM ") + table + " WHERE application = ?",
                             {std::to_string(application)}));
  if (application)
    TARE_DO(database_->run("DELETE FROM application WHERE id = ?", {std::to_string(application)}));
  TARE_DO(transaction.commit());
  return gone;
}

/// A document that this version refuses stays a record, and is counted.
Result<void> Archive::indexAgain(int64_t id, Rebuilt &rebuilt) {
  TARE_TRY(std::string text, textOf(id));
  TARE_TRY(
      DatabaseRows found,
      database_->rows("SELECT application, source_commit, build_id, measured_utc, kernel, caches, "
                      "format FROM ledger WHERE id = ?",
                      {std::to_string(id)}));
  const DatabaseRow &row = found.rows.at(0);
  auto column = [&](size_t i) { return row[i].value_or(""); };
  Result<IndexedDocument> document = indexedDocument(column(6), text);
  if (!document.ok()) {
    rebuilt.refused.push_back("ledger " + std::to_string(id) + ": " + document.error().text());
    return {};
  }
  TARE_DO(writeIndex(*database_,
                     {id, idIn(row[0]), column(1), column(2), column(3), column(4), column(5)},
                     document.value()));
  rebuilt.rows += indexRowsOf(document.value());
  ++rebuilt.ledgers;
  return {};
}

/// Of a server the ledgers of this user's applications: their part of the index is removed first.
Result<Rebuilt> Archive::indexAll() {
  const bool is_sqlite = database_->kind() == Database::Kind::sqlite;
  TARE_TRY(std::string name, user());
  TARE_TRY(
      DatabaseRows found,
      database_->rows(
          "SELECT ledger.id, application.owner FROM ledger JOIN application ON application.id = "
          "ledger.application ORDER BY ledger.id"));
  Rebuilt rebuilt;
  for (const DatabaseRow &row : found.rows) {
    if (!is_sqlite && row[1].value_or("") != name) {
      ++rebuilt.others;
      continue;
    }
    if (!is_sqlite)
      TARE_DO(removeIndex(*database_, idIn(row[0])));
    TARE_DO(indexAgain(idIn(row[0]), rebuilt));
  }
  return rebuilt;
}

Result<Rebuilt> Archive::rebuild() {
  DatabaseTransaction transaction(*database_);
  TARE_DO(transaction.begin());
  if (database_->kind() == Database::Kind::sqlite)
    TARE_DO(renewIndex(*database_));
  TARE_TRY(Rebuilt rebuilt, indexAll());
  TARE_DO(transaction.commit());
  return rebuilt;
}

} // namespace tare
