// SPDX-License-Identifier: Apache-2.0
// Look-ups in a ledger: tables, lines, and the function of a construct.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/ledger/run_size.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// How large its runs were.
RunSize sizeOf(const Table &table);
std::vector<RunSize> sizesOf(const Ledger &ledger);
/// What a table's run is compared with: "one thread"; of ranks of one thread each "one rank".
std::string oneText(const Table &table);
/// The same of all tables; "one rank of one thread" where ranks have several.
std::string oneText(const Ledger &ledger);
bool isOfJob(const Ledger &ledger);
/// Each rank has one thread: no threads share work, data or waits.
bool hasSingleThreads(const Table &table);
/// "all threads together", of ranks of one thread "all ranks together".
std::string allTogether(const Table &table);

/// The table of so many threads; null: there is none.
const Table *tableWith(const std::vector<Table> &tables, int threads);
/// The same of runs of one size.
const Table *tableOfSize(const std::vector<Table> &tables, RunSize size);

/// The line of a category; null: there is none.
const LedgerLine *lineOf(std::span<const LedgerLine> lines, std::string_view category);

/// The same of a table's lines: its estimate, or null; its time, or 0.
const Estimate *estimateOf(const Table &table, std::string_view category);
double timeOf(const Table &table, std::string_view category);

/// All overheads together as a share of T_p: 1 - E_p, with the band of that ratio. T_s and T_p of a
/// repetition vary together, so it may be narrower than the band of T_p - T_s/p in seconds.
Estimate overheadShare(const Table &table);

/// What all constructs have of a category; the rest of the table's line has no place.
double timeAtConstructs(const Table &table, std::string_view category);

/// How many places a text counts for an overhead: those with more than a twentieth of the largest.
/// `times_s`: what each place has of it, gains below zero.
size_t countedPlaces(const std::vector<double> &times_s);

/// A combined directive ("parallel for") is a region and its loop, and one place in the source: the
/// region. Any other construct is its own.
const ConstructLines &directiveOf(const Table &table, const ConstructLines &construct);

/// What all constructs of that directive have of a category.
double timeAtDirective(const Table &table, const ConstructLines &construct,
                       std::string_view category);

/// The sum of all lines' sizes, seconds: gains count like losses.
double sizeOf(std::span<const LedgerLine> lines);

/// A directive without its clauses: "parallel for". Empty: it is one word with an argument.
std::string withoutClauses(const std::string &directive);

/// Qualified name; taken from the id (path # function # kind # ordinal) where the ledger does not
/// say it. Empty: it stands in no function.
std::string functionOf(const ConstructLines &construct);

/// Wall-clock seconds that page faults shared by `threads` threads take at least: half a
/// microsecond each, the kernel's own work for a page of zeros.
double timeOfFaults(double faults, int threads);

} // namespace tare
