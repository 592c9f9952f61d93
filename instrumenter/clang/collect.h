// SPDX-License-Identifier: Apache-2.0
// Clang's tree -> node tree and constructs: one walk over the functions of the user's files.
#pragma once

#include "instrumenter/clang/parse.h"
#include "instrumenter/text/pragma_list.h"

#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace tare {

struct TextError {
  uint32_t offset = 0;
  bool is_syntax = false; // text that Clang skipped may hide ends of statements
  std::string message;
};

/// The beginning of the reason for a construct in text with errors; the line's number follows.
inline constexpr const char *cannot_read = "Clang cannot read line ";
/// The reason for a pragma that Clang silently ignored.
inline constexpr const char *no_directive = "Clang's tree has no directive for it";

/// A unit as it was preprocessed. Clang may be given another text, see parse.cpp.
struct UnitText {
  const std::string &text;
  const std::vector<UserPragma> &pragmas;
  UserFiles &files;
};

struct CollectRequest {
  const std::string &text;
  const std::vector<UserPragma> &pragmas;
  UserFiles &files;
  bool whole_tree;
  bool serial_code; // also statements of serial code beside regions
  bool callers;     // also functions through which a region is reached
  const std::vector<std::string> &kernels; // not empty: only their calls
  const std::vector<TextError> &errors;
  const std::function<void(clang::ASTContext &)> &look_at_tree;
};

void collect(clang::ASTContext &context, const CollectRequest &request, ParsedUnit &unit);

} // namespace tare
