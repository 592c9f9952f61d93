// SPDX-License-Identifier: Apache-2.0
// The rows of one table of `tare.overheads/1`: its figures, constructs, call paths and advice.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/json/fields.h"

namespace tare {

inline constexpr int threads_limit = 1000000;

/// Refuses a table whose figures disagree: see ledgerFields().
void tableFields(json::Fields &io, Table &table);

/// Sentences: the JSON keeps no more of a note.
void noteFields(json::Fields &io, std::string_view key, std::vector<Note> &notes);

} // namespace tare
