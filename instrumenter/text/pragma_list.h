// SPDX-License-Identifier: Apache-2.0
// The OpenMP pragmas that stand in the user's part of a text, found without Clang: what the node
// table must account for, one by one.
#pragma once

#include "instrumenter/text/construct.h"
#include "instrumenter/text/user_files.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct UserPragma {
  Span span;         // '#' to the end of its (continued) line
  std::string words; // behind `omp`, up to the first bracket: "declare reduction"
};

/// In the order of the text.
std::vector<UserPragma> userPragmas(std::string_view text, UserFiles &files);

/// Without those that stand in a literal or a comment; costs a pass of a lexer over the text.
std::vector<UserPragma> outsideLiterals(std::string_view text, std::vector<UserPragma> pragmas);

/// "declare reduction" for `begin declare reduction` and the like; empty for directives that are
/// executed and for the `end` of one that only declares.
std::string declarativeName(const UserPragma &pragma);

/// False when Clang would take the line for an error whatever follows: a newer compiler's
/// directive.
bool isKnownToClang(const UserPragma &pragma);

/// True for one that may make a team of threads: what is inside is a region.
bool mayMakeTeam(const UserPragma &pragma);

/// True for a line that closes what another directive has opened.
bool isEndDirective(const UserPragma &pragma);

/// The word at the front of a logical line, which is dropped from it with the blanks before it.
std::string_view takeWord(std::string_view &line);

/// The end of the logical line at `offset`: a backslash before the newline continues it.
uint32_t logicalLineEnd(std::string_view text, uint32_t offset);

} // namespace tare
