// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/clauses.h"

#include "base/text.h"
#include "instrumenter/clang/clause_reader.h"
#include "instrumenter/clang/directive_kinds.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"

#include <algorithm>

namespace tare {

using namespace clang;

namespace {

/// End of a clause that begins at `first`. Clang's own end locations are wrong: for a clause
/// without brackets the next token, for depend(source) the one before the bracket.
uint32_t clauseEnd(std::string_view text, uint32_t first, uint32_t last) {
  Lexer lexer(text, {first, last});
  Token token = lexer.next();
  uint32_t end = first;
  if (token.kind == 'w') {
    end = token.span.end;
    token = lexer.next();
  }
  if (token.kind != '(')
    return end;
  Token close = lexer.closing('(', ')');
  return close ? close.span.end : last;
}

/// A clause without brackets is one word; one with them ends in ')'.
bool looksWhole(std::string_view text) {
  if (text.empty())
    return false;
  return text.back() == ')' || std::all_of(text.begin(), text.end(), isWordCharacter);
}

/// Offset of the first character after "#pragma omp".
uint32_t afterOmp(Span pragma, std::string_view text) {
  size_t at = text.find("omp", pragma.begin);
  return at == text.npos || at >= pragma.end ? pragma.end : uint32_t(at) + 3;
}

/// The name of a critical construct, as a clause.
void addName(const OMPCriticalDirective *critical, const Extent &extent,
             std::vector<WrittenClause> &clauses) {
  DeclarationNameInfo name = critical->getDirectiveName();
  auto at = extent.offset(name.getLoc());
  if (!name.getName() || !at)
    return;
  WrittenClause made;
  made.name = "critical";
  made.expression = name.getAsString();
  made.span = {*at, *at + uint32_t(made.expression.size())};
  clauses.push_back(std::move(made));
}

} // namespace

std::optional<std::vector<WrittenClause>> readClauses(const OMPExecutableDirective *directive,
                                                      Span pragma, std::string_view text,
                                                      const Extent &extent,
                                                      const ASTContext &context) {
  std::vector<WrittenClause> clauses;
  for (const OMPClause *clause : directive->clauses()) {
    if (!clause || clause->isImplicit() || clause->getBeginLoc().isInvalid())
      continue;
    auto first = extent.offset(clause->getBeginLoc());
    if (isa<OMPFlushClause, OMPDepobjClause>(clause)) // the list of the directive itself
      first = uint32_t(std::min<size_t>(text.find('(', pragma.begin), pragma.end));
    if (!first || *first < pragma.begin || *first >= pragma.end)
      return std::nullopt;
    Span span = {*first, clauseEnd(text, *first, pragma.end)};
    WrittenClause read = readClause(clause, span, text, extent, context);
    if (!looksWhole(read.text))
      return std::nullopt;
    clauses.push_back(std::move(read));
  }
  if (auto *critical = dyn_cast<OMPCriticalDirective>(directive))
    addName(critical, extent, clauses);
  std::ranges::sort(clauses, {}, [](const WrittenClause &clause) { return clause.span.begin; });
  return clauses;
}

namespace {

/// The longest name of a directive at the front of some words. Clang may silently drop the first
/// clause: `loop bind(parallel)`. All words, if no name fits.
std::string knownBeginning(const std::string &words) {
  static const std::vector<std::string> known = directivesOfClang();
  std::string best;
  for (const std::string &name : known)
    if (name.size() > best.size() && startsWith(words + " ", name + " "))
      best = name;
  return best.empty() ? words : best;
}

} // namespace

std::string spelledName(Span pragma, const std::vector<WrittenClause> &clauses,
                        std::string_view text) {
  uint32_t end = clauses.empty() ? pragma.end : std::min(pragma.end, clauses.front().span.begin);
  Lexer lexer(text, {afterOmp(pragma, text), end});
  std::string name;
  for (Token token = lexer.next(); token && token.kind != '(' && token.kind != ',';
       token = lexer.next())
    if (token.kind == 'w')
      name += (name.empty() ? "" : " ") + std::string(token.text);
  return knownBeginning(name);
}

std::string variantAt(uint32_t at, Span pragma, std::string_view text) {
  size_t before = text.find_last_not_of(" \t\\\r\n", at - 1);
  if (before == text.npos || before < pragma.begin || (text[before] != ':' && text[before] != '('))
    return {};
  Token close = Lexer(text, {at, pragma.end}).closing('(', ')'); // of the bracket around it
  return close ? std::string(text.substr(at, close.span.begin - at)) : "";
}

size_t writtenClauses(Span pragma, const std::string &name, std::string_view text) {
  size_t words = 0;
  int open = 0;
  Lexer lexer(text, {afterOmp(pragma, text), pragma.end});
  while (Token token = lexer.next()) {
    open += token.depth();
    words += open == 0 && token.kind == 'w';
  }
  return words - (1 + size_t(std::count(name.begin(), name.end(), ' ')));
}

std::string directiveText(Span pragma, std::string_view text) {
  return withSingleBlanks(Span{afterOmp(pragma, text), pragma.end}.in(text));
}

unsigned boundLoops(const OMPExecutableDirective *directive, const ASTContext &context) {
  const auto *collapse = directive->getSingleClause<OMPCollapseClause>();
  if (!collapse)
    return 1;
  const Expr *count = collapse->getNumForLoops();
  if (!count || count->isValueDependent())
    return 0;
  auto value = count->getIntegerConstantExpr(context);
  return value && value->isStrictlyPositive() && value->getActiveBits() < 8
             ? unsigned(value->getZExtValue())
             : 0;
}

NodeKind cancelledKind(const OMPExecutableDirective *directive) {
  auto region = llvm::omp::OMPD_unknown;
  if (auto *cancel = dyn_cast<OMPCancelDirective>(directive))
    region = cancel->getCancelRegion();
  if (auto *point = dyn_cast<OMPCancellationPointDirective>(directive))
    region = point->getCancelRegion();
  switch (region) {
  case llvm::omp::OMPD_parallel:
    return NodeKind::Parallel;
  case llvm::omp::OMPD_for:
    return NodeKind::For;
  case llvm::omp::OMPD_sections:
    return NodeKind::Sections;
  case llvm::omp::OMPD_taskgroup:
    return NodeKind::Task;
  default:
    return NodeKind::Other;
  }
}

} // namespace tare
