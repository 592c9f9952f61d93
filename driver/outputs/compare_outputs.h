// SPDX-License-Identifier: Apache-2.0
// Two outputs and what is masked -> the first difference.
//
//   reference, output -> side by side -> [compare] -> Outputs
#pragma once

#include "analyzer/ledger/outputs.h"
#include "driver/outputs/mask.h"

namespace tare {

/// How outputs are compared.
struct OutputRules {
  std::optional<std::regex> ignore; // lines that are not compared
  std::optional<double> tolerance;  // of numbers: see matchNumbers()
  /// Mask what stands beside a doubtful unit, too: where no second run of the reference tells what
  /// varies.
  bool doubtful = false;

  const std::regex *ignored() const { return ignore ? &*ignore : nullptr; }
};

/// What one pair of outputs shows.
struct OutputComparison {
  bool differs = false;
  // The first difference.
  int64_t line = 0;                           // of the found output
  std::optional<std::string> expected, found; // nothing: that output has ended
  double apart = 0;                           // relative, of two numbers; 0: it is no number
  // Up to there:
  int64_t compared = 0, varying = 0, about_run = 0, tiny = 0; // numbers
  int64_t texts = 0;                                          // lines without a number
  int64_t extra_lines = 0;
  double largest_difference = 0;
};

/// Reads both outputs up to the first difference. Memory: a line of each, and the mask.
OutputComparison compareInOrder(const Output &expected, const Output &found, const OutputMask &mask,
                                const OutputRules &rules);

} // namespace tare
