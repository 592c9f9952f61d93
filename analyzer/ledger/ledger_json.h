// SPDX-License-Identifier: Apache-2.0
// The ledger as JSON, `tare.overheads/1`: docs/schema/tare.overheads-1.schema.json.
//
//   Ledger <-> [ledger_json] <-> file that is read in reviews, by `tare report` and by scripts
//
// Keys are sorted and times are whole nanoseconds, so that equal ledgers are equal texts.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/result.h"

#include <string>
#include <string_view>

namespace tare {

/// Name and version of what is written: "tare.overheads/1".
std::string ledgerSchema();

/// After rounding, the lines of `overheads` still sum to `total_overhead_s` exactly, as does
/// `unidentified_parts` to its line: what rounding leaves over (at most half a nanosecond a line)
/// goes to `unidentified`. A greater difference is written as it is: it is a defect to be seen.
/// Notes and warnings must be quoted ones (reportJson of analyzer/report words them).
std::string writeLedger(Ledger ledger);

/// Untrusted input. Error (with the member's place in the message) when a required member is
/// absent, of the wrong type or out of range, or figures disagree (ledgerFields). Members that this
/// version does not know are passed over: minor versions only add.
Result<Ledger> readLedger(std::string_view text);
/// The same of a file of at most 256 MiB; what this version does not know takes no memory.
Result<Ledger> readLedgerFile(const std::string &path);

} // namespace tare
