// SPDX-License-Identifier: Apache-2.0
// The lines of outputs as sorted lists: whether two have the same, in any order. Lines about the
// run do not count.
#pragma once

#include "driver/outputs/compare_outputs.h"

#include <set>
#include <utility>

namespace tare {

/// A line as it is sorted: by all but its fractions, then by these. Whole numbers are exact, so
/// lines that belong together have equal keys.
struct SortedLine {
  struct Fraction {
    double value = 0;
    std::string text;
  };
  uint64_t key = 0;
  std::vector<Fraction> fractions;
};

class LinesInAnyOrder {
public:
  /// Of the reference. Memory: that of its lines, at most of 16 MiB or a million.
  LinesInAnyOrder(const Output &reference, const OutputMask &mask, const OutputRules &rules);

  /// Whether `output` has the same lines. False if either is too long.
  bool areThoseOf(const Output &output) const;

private:
  /// Numbers of a kind of line that are masked in all lines of the kind.
  using KindMask = std::set<std::pair<uint64_t, size_t>>;

  void learnKinds(const Output &reference, const OutputMask &mask);
  SortedLine sortedLine(const OutputLine &line) const;
  std::optional<std::vector<SortedLine>> sortedLinesOf(const Output &output) const;
  bool isSame(const SortedLine &left, const SortedLine &right) const;

  const OutputRules &rules_;
  KindMask masked_;
  std::optional<std::vector<SortedLine>> lines_; // nothing: too long, or not sure
};

} // namespace tare
