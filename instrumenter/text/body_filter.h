// SPDX-License-Identifier: Apache-2.0
// Which function bodies of the user's hold nothing for the node table. Their text shows it, so
// Clang need not parse them.
#pragma once

#include "instrumenter/text/construct.h"
#include "instrumenter/text/region_callers.h"
#include "instrumenter/text/user_files.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tare {

class BodyFilter {
public:
  /// Costs one pass over the text at the speed of a search.
  BodyFilter(std::string_view text, UserFiles &files);

  /// Serial code is wanted: the bodies of main and of functions that may lead to a region are kept.
  void keepCallers(RegionCallers callers) { callers_ = std::move(callers); }

  /// For the function whose name stands at `name`. False also where the answer costs a parser.
  bool mayBeSkipped(uint32_t name) const;

private:
  bool mayHoldSerialCode(uint32_t name) const;
  bool hasWordIn(uint32_t begin, uint32_t end) const;

  std::string_view text_;
  std::vector<uint32_t> words_; // where OpenMP, an atomic or a volatile is spoken of; sorted
  std::optional<RegionCallers> callers_;
  bool loops_may_spin_ = false; // the user's files have flags that a loop could wait for
};

/// How many loops stand in a range of the text.
int countLoops(std::string_view text, Span range);

/// The product of the trips of all loops in a range. Nothing: a header is not like
/// `for (int k = 0; k < 40; ...)`, with numbers.
std::optional<uint64_t> tripsByText(std::string_view text, Span range);

/// The words in front of brackets, keywords among them, without names of members.
std::vector<std::string_view> calledNames(std::string_view text, Span range);

} // namespace tare
