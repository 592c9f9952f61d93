// SPDX-License-Identifier: Apache-2.0
// The table of overheads for a person at a terminal.
//
//   Ledger -> [report] -> text
//
// Figures shown add up as shown: each column is rounded so that T_s/p and its overheads sum to T_p.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/parts.h"

#include <string>

namespace tare {

struct TextOptions {
  int width = 80;
  bool colour = false;
  int top = 5;       ///< Constructs shown, at the largest p; or parts of a view.
  bool bands = true; ///< Half-widths of the 95 % bands beside the figures.
  View view = View::Whole;
};

/// What to beware of, alone: caveats of the tables, coverage, warnings.
std::string notesText(const Ledger &ledger, const TextOptions &options);

/// No line is wider than `width` (at least 60); control characters of foreign text are replaced.
std::string reportText(const Ledger &ledger, const TextOptions &options);

} // namespace tare
