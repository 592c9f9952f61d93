// SPDX-License-Identifier: Apache-2.0
// Where statements begin and end in the text. Clang types.
#pragma once

#include "instrumenter/text/construct.h"

#include <optional>
#include <string_view>

namespace clang {
class ASTContext;
class OMPExecutableDirective;
class SourceLocation;
class SourceManager;
class Stmt;
} // namespace clang

namespace tare {

/// Why a statement gets no probes that Extent has no span for.
inline constexpr const char *end_unknown = "its end cannot be found in the text";

class Extent {
public:
  Extent(std::string_view text, const clang::ASTContext &context);

  /// Offset in the main buffer; nothing for locations outside it.
  std::optional<uint32_t> offset(clang::SourceLocation location) const;
  /// Offset behind the token at a location.
  std::optional<uint32_t> tokenEnd(clang::SourceLocation location) const;

  /// From the token at one location to the end of the token at another. Nothing: not in the main
  /// buffer, or out of order, as in macros of the parser's own.
  std::optional<Span> tokens(clang::SourceLocation first, clang::SourceLocation last) const;

  /// The statement with its `;`, or with the pragmas that belong to it in front.
  std::optional<Span> span(const clang::Stmt *statement) const;
  /// From '#' to the end of the (continued) line; nothing when there is no pragma at that place.
  std::optional<Span> pragma(const clang::OMPExecutableDirective *directive) const;
  /// The pragma whose (continued) line holds an offset; empty when there is none.
  Span pragmaAround(uint32_t offset) const;

private:
  std::optional<uint32_t> begin(const clang::Stmt *statement) const;
  std::optional<uint32_t> end(const clang::Stmt *statement) const;
  std::optional<uint32_t> afterSemicolon(std::optional<uint32_t> from) const;
  uint32_t lineStart(uint32_t offset) const;
  uint32_t beforePragmas(uint32_t offset) const;

  std::string_view text_;
  const clang::ASTContext &context_;
  const clang::SourceManager &sources_;
};

} // namespace tare
