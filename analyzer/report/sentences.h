// SPDX-License-Identifier: Apache-2.0
// The sentences around the table, without layout: what was measured and how, and what a reader has
// to know. Foreign text in them is printable.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/selection.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// In place of a table, of a ledger that has none.
inline constexpr std::string_view no_table =
    "No table: nothing was measured. Measure again; the files runs/*/stderr in the results folder "
    "have what the programs said.\n";

/// The first line: threads asked, mean in regions, cores, accepted runs, reference.
std::string headText(const Ledger &ledger);

/// With a capital letter in front.
std::string capitalised(std::string sentence);

/// "9 of 10 repetitions used". With fewer than three undisturbed ones all are used
/// (driver/results/noise.h), and the text says so.
std::string repetitionsText(int64_t undisturbed, int64_t all);

/// Empty when no program was cut off.
std::string cutOffText(const Ledger &ledger);

std::string machineText(const Machine &machine);

/// The folder that places are relative to; empty when that is the one it was started in.
std::string placesText(const Ledger &ledger);

/// One run of each role, as a reader compares them: what was run, and how it was compiled.
std::vector<RunSummary> runsOfRoles(const Ledger &ledger);
/// What a role is called, in at most 13 characters.
std::string roleTitle(const std::string &role);

/// "12 constructs seen: 10 measured, 2 left alone (2 cancel)"
std::string coverageText(const Ledger::Coverage &coverage);

/// How to read the figures (first), coverage, findings and warnings.
std::vector<std::string> footSentences(const Ledger &ledger, const Selection &selection, View view);

} // namespace tare
