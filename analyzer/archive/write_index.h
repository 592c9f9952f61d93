// SPDX-License-Identifier: Apache-2.0
// A document's part of the index.
//
//   IndexedDocument, what is known beside it -> [write_index] -> rows of the data base
#pragma once

#include "analyzer/archive/database.h"
#include "analyzer/archive/indexed.h"

namespace tare {

/// The record of a document: what it does not say itself.
struct LedgerRecord {
  int64_t id = 0, application = 0;
  std::string source_commit, build_id, measured_utc, kernel, caches;
};

/// Within a transaction. The number of statements does not depend on the size of the document.
Result<void> writeIndex(Database &database, const LedgerRecord &record,
                        const IndexedDocument &document);

/// Removes the part of one document; constructs, executables and machines stay while others use
/// them. Within a transaction.
Result<void> removeIndex(Database &database, int64_t ledger);

} // namespace tare
