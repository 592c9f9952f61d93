// SPDX-License-Identifier: Apache-2.0
// The tables of an archive, for both data bases from one text.
//
//   text of the tables -> [schema] -> statements of SQLite or PostgreSQL
//
// Records are what nobody can make again: ledgers as they came, and what people said. The index is
// everything else. It is made from the records, so a new version of it is made anew.
#pragma once

#include "analyzer/archive/database.h"
#include "base/formats/formats.h"

#include <cstdint>
#include <vector>

namespace tare {

inline constexpr uint32_t archive_application_id = 0x54617265; // "Tare"
inline constexpr int archive_schema_version = formats::archive.version;

/// A text of tables.h or of a step, as this kind of data base has it.
std::string spelledFor(Database::Kind kind, std::string text);

/// Tables, views and templates of an empty data base. Within a transaction.
Result<void> createSchema(Database &database);

/// The version of an archive. Error: it is another application's data base, or of a version that is
/// not read. 0: there is no archive in it yet.
Result<int> schemaVersion(Database &database);
Result<void> setSchemaVersion(Database &database, int version);

/// The index alone: drops its tables and views, and makes them empty, with the rules of who may
/// write them. Within a transaction.
Result<void> renewIndex(Database &database);
/// Its tables, those first that refer to others.
const std::vector<std::string> &indexTables();

} // namespace tare
