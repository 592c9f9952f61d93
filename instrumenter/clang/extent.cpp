// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/extent.h"

#include "instrumenter/clang/loop_header.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace tare {

using namespace clang;

Extent::Extent(std::string_view text, const ASTContext &context)
    : text_(text), context_(context), sources_(context.getSourceManager()) {}

std::optional<uint32_t> Extent::offset(SourceLocation location) const {
  if (location.isInvalid())
    return std::nullopt;
  auto [file, offset] = sources_.getDecomposedLoc(sources_.getFileLoc(location));
  if (file != sources_.getMainFileID() || offset > text_.size())
    return std::nullopt;
  return uint32_t(offset);
}

std::optional<uint32_t> Extent::tokenEnd(SourceLocation location) const {
  auto start = offset(location);
  if (!start)
    return std::nullopt;
  SourceLocation file_location = sources_.getFileLoc(location);
  return *start + clang::Lexer::MeasureTokenLength(file_location, sources_, context_.getLangOpts());
}

std::optional<Span> Extent::tokens(SourceLocation first, SourceLocation last) const {
  auto begin = offset(first), end = tokenEnd(last);
  return begin && end && *begin < *end ? std::optional(Span{*begin, *end}) : std::nullopt;
}

uint32_t Extent::lineStart(uint32_t offset) const {
  size_t newline = offset == 0 ? text_.npos : text_.rfind('\n', offset - 1);
  return newline == text_.npos ? 0 : uint32_t(newline) + 1;
}

namespace {

enum class LineKind { Blank, Marker, OpenMP, Pragma, LoopPragma, Code };

/// Pragmas that some compiler has for the loop behind them are LoopPragma. Others, such as those
/// for floating-point arithmetic, may have to stand at the start of a block.
LineKind pragmaKind(std::string_view line) {
  static constexpr std::string_view of_loops[] = {"ivdep",
                                                  "unroll",
                                                  "nounroll",
                                                  "unroll_and_jam",
                                                  "nounroll_and_jam",
                                                  "vector",
                                                  "novector",
                                                  "simd",
                                                  "nosimd",
                                                  "loop",
                                                  "loop_opt",
                                                  "loop_count",
                                                  "distribute_point",
                                                  "nofusion",
                                                  "acc"};
  std::string_view word = takeWord(line);
  if (word == "omp")
    return LineKind::OpenMP;
  if (word == "GCC" || word == "clang")
    word = takeWord(line);
  return std::ranges::count(of_loops, word) ? LineKind::LoopPragma : LineKind::Pragma;
}

LineKind lineKind(std::string_view line) {
  line = afterBlanks(line);
  if (line.empty())
    return LineKind::Blank;
  if (line[0] != '#')
    return LineKind::Code;
  line = afterBlanks(line.substr(1));
  if (line.substr(0, 6) != "pragma")
    return LineKind::Marker;
  return pragmaKind(line.substr(6));
}

} // namespace

/// A loop's `#pragma GCC ivdep` and the like must stay directly in front of it, and Clang may not
/// know them, so they are found in the text.
uint32_t Extent::beforePragmas(uint32_t offset) const {
  uint32_t start = lineStart(offset);
  if (!afterBlanks(text_.substr(start, offset - start)).empty())
    return offset;
  uint32_t best = offset;
  for (uint32_t line = start; line > 0;) {
    line = lineStart(line - 1);
    std::string_view content = text_.substr(line, text_.find('\n', line) - line);
    LineKind kind = lineKind(content);
    if (kind == LineKind::Code || kind == LineKind::OpenMP)
      break;
    if (kind == LineKind::LoopPragma)
      best = line + uint32_t(content.find('#'));
  }
  return best;
}

/// The begin of a statement, with the pragmas in front of a loop.
std::optional<uint32_t> Extent::begin(const Stmt *statement) const {
  auto found = offset(statement->getBeginLoc());
  if (!found)
    return found;
  uint32_t start = lineStart(*found);
  std::string_view before = afterBlanks(text_.substr(start, *found - start));
  if (!before.empty() && before[0] == '#') // an attribute that a pragma made
    return beforePragmas(uint32_t(before.data() - text_.data()));
  return isLoop(statement) ? beforePragmas(*found) : found;
}

/// Behind the semicolon that follows, if only comments and line markers stand between.
std::optional<uint32_t> Extent::afterSemicolon(std::optional<uint32_t> from) const {
  if (!from)
    return std::nullopt;
  Lexer lexer(text_, {*from, uint32_t(text_.size())});
  Token token = lexer.next();
  while (token.kind == '#' && lineKind(token.text) == LineKind::Marker)
    token = lexer.next();
  return token.kind == ';' ? std::optional(token.span.end) : std::nullopt;
}

std::optional<Span> Extent::pragma(const OMPExecutableDirective *directive) const {
  auto hash = offset(directive->getBeginLoc());
  if (!hash || *hash >= text_.size() || text_[*hash] != '#')
    return std::nullopt;
  return Span{*hash, logicalLineEnd(text_, *hash)};
}

Span Extent::pragmaAround(uint32_t offset) const {
  uint32_t start = lineStart(offset);
  while (start > 1 && logicalLineEnd(text_, lineStart(start - 1)) >= start)
    start = lineStart(start - 1);
  size_t hash = text_.find('#', start);
  return hash < offset ? Span{uint32_t(hash), logicalLineEnd(text_, uint32_t(hash))} : Span{};
}

namespace {

/// The last part of a statement, which ends where the whole does. Null: the end must be found from
/// tokens.
const Stmt *lastPart(const Stmt *statement) {
  if (auto *s = dyn_cast<IfStmt>(statement))
    return s->getElse() ? s->getElse() : s->getThen();
  if (isLoop(statement) && !isa<DoStmt>(statement)) // which ends in its condition
    return loopBody(statement);
  if (auto *s = dyn_cast<SwitchStmt>(statement))
    return s->getBody();
  if (auto *s = dyn_cast<LabelStmt>(statement))
    return s->getSubStmt();
  if (auto *s = dyn_cast<SwitchCase>(statement))
    return s->getSubStmt();
  if (auto *s = dyn_cast<AttributedStmt>(statement))
    return s->getSubStmt();
  if (auto *s = dyn_cast<CapturedStmt>(statement))
    return s->getCapturedStmt();
  if (auto *s = dyn_cast<OMPCanonicalLoop>(statement))
    return s->getLoopStmt();
  if (auto *s = dyn_cast<CXXTryStmt>(statement))
    return s->getHandler(s->getNumHandlers() - 1)->getHandlerBlock();
  if (auto *s = dyn_cast<OMPExecutableDirective>(statement))
    return s->hasAssociatedStmt() && !s->isStandaloneDirective() ? s->getRawStmt() : nullptr;
  return nullptr;
}

} // namespace

std::optional<uint32_t> Extent::end(const Stmt *statement) const {
  while (const Stmt *part = lastPart(statement))
    statement = part;
  if (auto *s = dyn_cast<OMPExecutableDirective>(statement)) {
    auto line = pragma(s);
    return line ? std::optional(line->end) : std::nullopt;
  }
  if (auto *s = dyn_cast<CompoundStmt>(statement))
    return tokenEnd(s->getRBracLoc());
  if (auto *s = dyn_cast<NullStmt>(statement))
    return tokenEnd(s->getSemiLoc());
  auto last = tokenEnd(statement->getEndLoc());
  if (isa<DeclStmt>(statement) && last && *last > 0 && text_[*last - 1] == ';')
    return last;
  return afterSemicolon(last);
}

std::optional<Span> Extent::span(const Stmt *statement) const {
  auto first = begin(statement), last = end(statement);
  return first && last && *first < *last ? std::optional(Span{*first, *last}) : std::nullopt;
}

} // namespace tare
