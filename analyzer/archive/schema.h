// SPDX-License-Identifier: Apache-2.0
// The tables of an archive, for both data bases from one text.
//
//   text of the tables -> [schema] -> statements of SQLite or PostgreSQL
//
// Records are what nobody can make again: ledgers as they came, and what people said. The index is
// everything else. It is made from the records, so a new version of it is made anew.
#pragma once

#include "analyzer/archive/database.h"

#include <cstdint>
#include <vector>

namespace tare {

inline constexpr uint32_t archive_application_id = 0x54617265; // "Tare"
inline constexpr int archive_schema_version = 2;

/// What leads to a version of the records from the version before it.
struct SchemaStep {
  int version = 0;
  std::string script;
};

/// Tables, views and templates of an empty data base. Within a transaction.
Result<void> createSchema(Database &database);

/// The version of an archive. Error: it is another application's data base, or of a newer Tare. 0:
/// there is no archive in it yet.
Result<int> schemaVersion(Database &database);

/// Takes the steps beyond the archive's version, and says the new one. Within a transaction.
Result<void> takeSteps(Database &database, const std::vector<SchemaStep> &steps);
/// The steps of this version.
const std::vector<SchemaStep> &schemaSteps();

/// The index alone: drops its tables and views, and makes them empty, with the rules of who may
/// write them. Within a transaction.
Result<void> renewIndex(Database &database);
/// Its tables, those first that refer to others.
const std::vector<std::string> &indexTables();

} // namespace tare
