// SPDX-License-Identifier: Apache-2.0
// The functions that a text defines, found by their brackets, without a parser.
#pragma once

#include "instrumenter/text/construct.h"

#include <string_view>
#include <vector>

namespace tare {

struct FunctionText {
  /// The word in front of its parameters, or "operator"; empty: none, or not told.
  std::string_view name;
  Span body;             // with its braces
};

/// Every outermost pair of braces behind a parameter list or what may follow one, in order. What is
/// inside a body, a lambda or a class, belongs to it.
std::vector<FunctionText> functionTexts(std::string_view text, Span range);

} // namespace tare
