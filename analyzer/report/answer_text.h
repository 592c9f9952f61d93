// SPDX-License-Identifier: Apache-2.0
// The short report: how fast, where the rest went, what to try, whether to believe it, what next.
// At most 24 lines of 80 columns.
//
//   Ledger -> [answer] -> text
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>

namespace tare {

struct AnswerOptions {
  int width = 80;
  bool colour = false;
  std::string results; ///< Folder that the last line names; empty: none.
};

/// Lines that a short report has at most, in a terminal of 80 columns.
inline constexpr int answer_lines = 24;

/// No line is wider than `width` (at least 60); control characters of foreign text are replaced.
/// Shares are rounded so that they add up as shown. From 100 columns on, bars stand beside the
/// rows.
std::string answerText(const Ledger &ledger, const AnswerOptions &options);

} // namespace tare
