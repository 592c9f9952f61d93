// SPDX-License-Identifier: Apache-2.0
// The record of one ledger, and its part of the index, written together.
//
//   NewLedger -> [ledger_record] -> data base
#pragma once

#include "analyzer/archive/archive.h"
#include "analyzer/archive/indexed.h"

namespace tare {

/// Within a transaction; returns the ledger's number. `added_utc` empty: now.
Result<int64_t> writeLedgerRecord(Database &database, int64_t application, const NewLedger &ledger,
                                  const std::string &hash, const std::string &added_utc,
                                  const IndexedDocument &document);

/// Rows of the index that a document makes, all tables together.
size_t indexRowsOf(const IndexedDocument &document);

} // namespace tare
