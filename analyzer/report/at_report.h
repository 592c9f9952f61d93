// SPDX-License-Identifier: Apache-2.0
// The table of one part of the program, for people and for spreadsheets.
//
//   Ledger, ids -> at_part -> [at_report] -> text, markdown, CSV
#pragma once

#include "analyzer/report/at_rows.h"

#include <optional>
#include <string>

namespace tare {

struct PartOptions {
  int width = 80;
  bool colour = false;
  std::optional<int> top; // constructs in it that are shown; none: 5 for people, all in CSV
};

/// No line is wider than `width` (at least 60).
std::string partText(const ShownPart &shown, const PartOptions &options);

std::string partMarkdown(const ShownPart &shown, const PartOptions &options);

/// The columns of reportCsv. Scopes: `summary` (times of the program), `part_summary` (times of the
/// part), `part` (its lines), `construct` and `other` (those in it: they sum to `part`), `rest`
/// (with `part` they sum to the program's lines). `share` is of the program's T_p.
std::string partCsv(const ShownPart &shown, const PartOptions &options);

} // namespace tare
