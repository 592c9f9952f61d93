// SPDX-License-Identifier: Apache-2.0
// The OpenMP pragmas in the user's part of a text, found without Clang. The node table must account
// for each of them.
#pragma once

#include "base/lexer.h"
#include "instrumenter/text/user_files.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct UserPragma {
  Span span; // '#' to the end of its (continued) line
  /// Behind `omp`, up to the first bracket: "declare reduction". Empty where compilers ignore it.
  std::string words;
  /// Why Clang is not given it. Empty: it is, if it knows the directive.
  std::string passed_over = {};
};

/// In the order of the text; also those that were meant for OpenMP and that compilers ignore.
std::vector<UserPragma> userPragmas(std::string_view text, UserFiles &files);

/// Drops pragmas that stand in a literal or a comment. Costs a pass of a lexer over the text.
std::vector<UserPragma> outsideLiterals(std::string_view text, std::vector<UserPragma> pragmas);

/// "declare reduction" for `begin declare reduction` and the like. Empty: the directive is
/// executed, or it is the `end` of one that only declares.
std::string declarativeName(const UserPragma &pragma);

/// False for a directive of newer compilers, which Clang takes for an error whatever follows, and
/// for one that Clang is not given.
bool isKnownToClang(const UserPragma &pragma);

/// Whether the directive may make a team of threads. The code inside is then a region.
bool mayMakeTeam(const UserPragma &pragma);

/// Whether the line closes another directive: `end declare target`.
bool isEndDirective(const UserPragma &pragma);

/// The (continued) lines outside literals that define a macro or end its definition. In order.
std::vector<Span> macroLines(std::string_view text);

} // namespace tare
