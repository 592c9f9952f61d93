// SPDX-License-Identifier: Apache-2.0
// The walk's frame: which functions are walked and which are passed over. At the end every OpenMP
// pragma of the user's must be in the node table or among the declarations.
#include "instrumenter/clang/clauses.h"
#include "instrumenter/clang/names.h"
#include "instrumenter/clang/walker.h"
#include "instrumenter/text/body_filter.h"
#include "instrumenter/text/function_texts.h"
#include "instrumenter/text/stray_pragma.h"

#include "instrumenter/clang/directive_kinds.h"

#include "base/text.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <set>

namespace tare {

using namespace clang;

std::string Walker::readErrorIn(Span span, bool syntax_only) const {
  for (const TextError &error : request_.errors) {
    if (!span.holds(error.offset) || (syntax_only && !error.is_syntax))
      continue;
    int line = request_.files.lines().at(error.offset).line;
    return cannot_read + std::to_string(line) + ": " + error.message;
  }
  return {};
}

void Walker::walkFunction(const std::string &name, SourceRange source,
                          const std::vector<const Stmt *> &parts, std::string forbidden,
                          bool in_region) {
  auto span = extent_.tokens(source.getBegin(), source.getEnd());
  if (parts.empty() || !span)
    return;
  Scope scope;
  scope.forbidden = readErrorIn(*span, true);
  if (scope.forbidden.empty())
    scope.forbidden = std::move(forbidden);
  builder_.enterFunction(name, *span);
  hasher_.enterFunction(name);
  for (const Stmt *part : parts)
    if (part != parts.back())
      visit(part, scope);
  scope.is_main = name == "main";
  scope.serial_code = !in_region && holdsSerialCode(parts.back(), scope);
  if (keepsFunction(parts.back(), scope))
    builder_.keepFunction();
  visitBody(parts.back(), scope);
  hashNode(builder_.currentFunction(), parts.back());
  calls_.endFunction(builder_.currentFunction(), unit_.tree);
}

/// A compiler may execute a constexpr function itself, without the probes. Lambdas are constexpr by
/// default, and may have probes all the same.
std::string Walker::forbiddenIn(const FunctionDecl *function) const {
  if (isa_and_nonnull<CoroutineBodyStmt>(function->getBody()))
    return "inside a coroutine";
  if (function->isConstexpr() && !isLambdaCallOperator(function))
    return "inside a constexpr function";
  if (function->hasAttr<OMPDeclareSimdDeclAttr>())
    return "inside a declare simd function";
  return function->hasAttr<OMPDeclareTargetDeclAttr>() ? "inside a declare target function" : "";
}

/// Whether a function has serial code: it leads to a region, or it is main, where all serial code
/// begins.
bool Walker::holdsSerialCode(const Stmt *body, const Scope &scope) const {
  return request_.serial_code && scope.forbidden.empty() && isa<CompoundStmt, CXXTryStmt>(body) &&
         (scope.is_main || reach_.leads(body));
}

/// Whether a function is in the table even without constructs. If serial code is not wanted, the
/// function's calls show how often regions run.
bool Walker::keepsFunction(const Stmt *body, const Scope &scope) const {
  return request_.serial_code ? scope.is_main : request_.callers && reach_.leads(body);
}

void Walker::passOver(const FunctionDecl *function) {
  auto begin = extent_.offset(function->getSourceRange().getBegin());
  if (!begin || !extent_.offset(function->getLocation()))
    return;
  Span body = skippedBody(function);
  int loops = body.empty() ? 0 : countLoops(request_.text, body);
  builder_.passOver(qualifiedName(function), *begin, loops);
}

Span Walker::skippedBody(const FunctionDecl *function) const {
  auto name = extent_.offset(function->getLocation());
  return name ? bodyBehind(request_.text, *name) : Span{};
}

namespace {

/// The places of all directives in the tree. The variant of a metadirective stands inside its
/// pragma.
std::set<uint32_t> placesOf(const std::vector<Construct> &constructs) {
  std::set<uint32_t> places;
  for (const Construct &construct : constructs)
    if (construct.kind != NodeKind::Loop && construct.kind != NodeKind::Spin &&
        construct.kind != NodeKind::Lock)
      places.insert(construct.pragma.empty() ? construct.whole.begin : construct.pragma.begin);
  return places;
}

bool holdsOne(const std::set<uint32_t> &places, Span span) {
  auto found = places.lower_bound(span.begin);
  return found != places.end() && *found < span.end;
}

} // namespace

void Walker::accountForPragmas() {
  std::set<uint32_t> places = placesOf(unit_.constructs);
  std::vector<UserPragma> pragmas = request_.pragmas;
  std::erase_if(pragmas, [&](const UserPragma &pragma) { return holdsOne(places, pragma.span); });
  if (!pragmas.empty())
    pragmas = outsideLiterals(request_.text, std::move(pragmas));
  for (const UserPragma &pragma : pragmas) {
    std::string name = declarativeName(pragma);
    if (!name.empty())
      ++unit_.tree.declarations[name];
    else if (!isEndDirective(pragma))
      addUnread(pragma);
  }
  CallNotes::keepKnown(unit_.tree);
}

namespace {

std::string reasonWithoutError(const UserPragma &pragma) {
  if (!pragma.passed_over.empty())
    return pragma.passed_over;
  if (!isKnownToClang(pragma))
    return "Clang does not know this directive";
  return startsWith(pragma.words, "metadirective") ? "a metadirective that selects no directive"
                                                   : no_directive;
}

} // namespace

/// Adds a pragma without a directive in Clang's tree. Clang may have dropped it after an error, or
/// may have ignored it.
void Walker::addUnread(const UserPragma &pragma) {
  builder_.enterFunctionAt(pragma.span.begin);
  Construct construct;
  construct.pragma = construct.whole = pragma.span;
  if (startsWith(pragma.words, "metadirective"))
    construct.kind = NodeKind::Metadirective;
  if (isKnownToClang(pragma))
    construct.forbidden = readErrorIn(builder_.functionSpan(), false);
  if (construct.forbidden.empty())
    construct.forbidden = reasonWithoutError(pragma);
  bool is_stray = pragma.words.empty() && !pragma.passed_over.empty();
  std::string text = is_stray ? wordsOfPragma(pragma.span.in(request_.text))
                              : directiveText(pragma.span, request_.text);
  addConstruct(std::move(construct), Scope(), text, true);
}

} // namespace tare
