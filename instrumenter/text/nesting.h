// SPDX-License-Identifier: Apache-2.0
// Directives inside directives, found without a parser. Clang's time doubles with each task around
// a task, and grows with the fourth power of the depth of others.
#pragma once

#include "instrumenter/text/pragma_list.h"

#include <string_view>
#include <vector>

namespace tare {

/// Lexically inside each other, in one function. Beyond that Clang is not given them.
inline constexpr size_t most_nested_tasks = 10, most_nested_directives = 32;

/// A directive that is nested too deep, with its statement: '#' to behind the statement's end.
struct DeepStatement {
  Span span;
  bool by_tasks = false;    // too many tasks are around it
  bool holds_tasks = false; // it makes some
};

/// The outermost of them, in the order of the text. Costs a pass of a lexer where a unit has so
/// many directives that one may be nested too deep.
std::vector<DeepStatement> deepStatements(std::string_view text,
                                          const std::vector<UserPragma> &pragmas);

} // namespace tare
