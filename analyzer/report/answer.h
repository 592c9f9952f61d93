// SPDX-License-Identifier: Apache-2.0
// Where the time of one p went, as few rows as a person reads: the largest overheads, each at its
// place. Rows, the rest and what is unexplained sum to the total overhead.
//
//   Ledger -> [answer] -> short report
#pragma once

#include "analyzer/ledger/ledger.h"

#include <string>
#include <vector>

namespace tare {

struct AnswerRow {
  std::string name; ///< Plain name of the overhead.
  Estimate time;    ///< Wall-clock share, seconds; negative: a gain.
  /// The construct that has it, or most of it; null: no place in the source.
  const ConstructLines *construct = nullptr;
  size_t places = 1;                      ///< Constructs that it is the sum of.
  std::vector<double> repetitions_s = {}; ///< Values of each repetition; empty: not known.
  bool is_void = false;                   ///< Only the band is known.
};

struct Answer {
  std::vector<AnswerRow> rows; ///< Largest |time| first.
  double other_s = 0;          ///< Everything else.
  Estimate unexplained;
  bool unexplained_is_void = false;
};

/// Rows smaller than this share of T_p are not worth a line of their own.
inline constexpr double answered_share = 0.005;

/// At most `most` rows. A construct's work inflation is one row where its parts have different
/// signs: they share one measurement, and their sum is surer than each. A combined directive is one
/// place. An overhead that is spread over many places is one row for all of them. `table` must outlive the result.
Answer answerOf(const Table &table, size_t most);

} // namespace tare
