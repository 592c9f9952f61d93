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
  bool is_syntax = false; // what was skipped may hide ends of statements; else only meaning is lost
  std::string message;
};

/// How the reason of a construct begins that lies where Clang reported errors; a line follows.
inline constexpr const char *cannot_read = "Clang cannot read line ";
/// The reason of a pragma that Clang passed over without a word.
inline constexpr const char *no_directive = "Clang's tree has no directive for it";

/// A unit as it was preprocessed, whatever Clang was given of it.
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
  const std::vector<TextError> &errors;
};

void collect(clang::ASTContext &context, const CollectRequest &request, ParsedUnit &unit);

} // namespace tare
