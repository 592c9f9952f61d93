// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/ledger_record.h"

#include "analyzer/archive/write_index.h"
#include "base/system.h"

namespace tare {

Result<int64_t> writeLedgerRecord(Database &database, int64_t application, const NewLedger &ledger,
                                  const std::string &hash, const std::string &added_utc,
                                  const IndexedDocument &document) {
  TARE_DO(database.run(
      "INSERT INTO ledger (sha256, application, version, source_commit, build_id, measured_utc, "
      "kernel, caches, added_utc, format, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      {hash, std::to_string(application), ledger.version, ledger.source_commit, ledger.build_id,
       ledger.measured_utc, ledger.kernel, ledger.caches,
       added_utc.empty() ? utcText("%Y-%m-%dT%H:%M:%SZ") : added_utc, ledger.format, ledger.text}));
  TARE_TRY(int64_t id, database.number("SELECT id FROM ledger WHERE sha256 = ?", {hash}));
  TARE_DO(writeIndex(database,
                     {id, application, ledger.source_commit, ledger.build_id, ledger.measured_utc,
                      ledger.kernel, ledger.caches},
                     document));
  return id;
}

size_t indexRowsOf(const IndexedDocument &document) {
  size_t rows = 0;
  for (const IndexedRun &run : document.runs) {
    rows += 1 + run.rows.size() + run.executions.size() + run.paths.size() + run.parallel_s.size() +
            run.entries.size() + run.steps.size();
    for (const IndexedRow &row : run.rows)
      rows += row.repetitions_s.size();
  }
  return rows;
}

} // namespace tare
