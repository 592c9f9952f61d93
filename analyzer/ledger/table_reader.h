// SPDX-License-Identifier: Apache-2.0
// One table of a document, with its lines, constructs and paths: the part whose figures must agree
// with each other.
#pragma once

#include "analyzer/ledger/cursor.h"
#include "analyzer/ledger/ledger.h"

namespace tare {

constexpr int threads_limit = 1000000; // of what is read

/// Fails the cursor where a value is wrong, lines do not sum to the total, or a figure has not one
/// value for each tuple.
Table readTable(Cursor cursor);

} // namespace tare
