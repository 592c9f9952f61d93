// SPDX-License-Identifier: Apache-2.0
// The ledger as one flat table for a spreadsheet or a data frame: a line for each overhead of each
// p and scope.
//
//   Ledger -> [report] -> CSV (RFC 4180, lines end in \n)
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/parts.h"

#include <optional>
#include <string>
#include <string_view>

namespace tare {

/// Columns: program, reference, threads, scope, id, file, line, function, directive, category,
/// time_s, low_s, high_s, share. `scope` is summary (T_s, T_p, ideal, total), program, function,
/// construct, path, other (the parts beyond the `top` largest ones, together), or nowhere (what has
/// no place in the source; with the parts it sums to the program's line). `share` is of T_p: of the
/// ideal time it is the efficiency. Bands that are not known are empty.
std::string reportCsv(const Ledger &ledger, View view, std::optional<int> top = {});

/// The columns before the figures of a line.
struct CsvSubject {
  std::string scope = {}, id = {}, file = {}, line = {}, function = {}, directive = {};
};

/// The scope is named after the view, not after the part.
CsvSubject subjectOf(const Part &part, View view);

/// The text, row by row; its head stands there from the beginning. `whole` is the table of the
/// program that a row belongs to: its p, and the T_p that shares are of.
class CsvLines {
public:
  explicit CsvLines(const Ledger &ledger);

  /// The times that the lines of a table are parts of.
  void summary(const Table &whole, const Table &table, const char *scope);
  /// All of them; one that is 0 is written too.
  void lines(const Table &whole, const std::vector<LedgerLine> &lines, const CsvSubject &subject);
  std::string take() { return std::move(text_); }

private:
  void row(const Table &whole, const CsvSubject &subject, const std::string &category,
           const Estimate &time, bool is_void = false);

  const Ledger &ledger_;
  std::string text_;
};

/// A field of foreign text: quoted where it must be, and never a formula (an apostrophe goes in
/// front of = + - @, at the start and behind what a spreadsheet may split at).
std::string csvField(std::string_view text);

} // namespace tare
