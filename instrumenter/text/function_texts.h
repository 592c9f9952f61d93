// SPDX-License-Identifier: Apache-2.0
// The functions that a text defines, found by their brackets, without a parser.
#pragma once

#include "base/lexer.h"

#include <string_view>
#include <vector>

namespace tare {

struct FunctionText {
  /// The word in front of its parameters, or "operator". Empty: there is none, or it is unknown.
  std::string_view name;
  Span body; // with its braces
};

/// Every outermost pair of braces behind a parameter list, or behind what may follow one, in order.
/// A lambda or a class inside a body belongs to the body.
std::vector<FunctionText> functionTexts(std::string_view text, Span range);

/// The body of the function whose name stands at `name`: from '{' behind its parameters to behind
/// the matching '}'. Empty where only a parser could find it (initialiser lists, function try
/// blocks, K&R parameters, template arguments in the name).
Span bodyBehind(std::string_view text, uint32_t name);

} // namespace tare
