// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/clause_reader.h"

#include "instrumenter/clang/compat.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"

#include <algorithm>
#include <concepts>

namespace tare {

using namespace clang;

namespace {

/// Hands a clause on as the class that Clang has for its kind.
template <class Use> void withClass(const OMPClause *clause, const Use &use) {
  switch (clause->getClauseKind()) {
#define GEN_CLANG_CLAUSE_CLASS
#define CLAUSE_CLASS(Enum, Str, Class)                                                             \
  case llvm::omp::Enum:                                                                            \
    return use(cast<Class>(clause));
#include "llvm/Frontend/OpenMP/OMP.inc"
  default:
    return;
  }
}

/// An argument as it is written. Clang evaluates some ahead of the region, into a variable.
const Expr *asWritten(const Expr *argument) {
  auto *reference = dyn_cast<DeclRefExpr>(argument->IgnoreImpCasts());
  auto *captured = reference ? dyn_cast<OMPCapturedExprDecl>(reference->getDecl()) : nullptr;
  return captured && captured->getInit() ? captured->getInit() : argument;
}

/// The value of an integer argument. Nothing: it is not constant.
std::optional<int64_t> constantOf(const Expr *argument, const ASTContext &context) {
  Expr::EvalResult result;
  if (argument->isValueDependent() || !argument->getType()->isIntegralOrEnumerationType() ||
      !argument->EvaluateAsInt(result, context) || !result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return result.Val.getInt().getExtValue();
}

/// Elements of one dimension of a section; 0: not known.
uint64_t lengthOf(const ArraySectionExpr *section, const ASTContext &context) {
  if (section->getColonLocFirst().isInvalid())
    return 1;
  if (const Expr *length = section->getLength())
    return uint64_t(std::max<int64_t>(constantOf(length, context).value_or(0), 0));
  QualType base = ArraySectionExpr::getBaseOriginalType(section->getBase());
  const ConstantArrayType *array = context.getAsConstantArrayType(base);
  const Expr *lower = section->getLowerBound();
  auto first = lower ? constantOf(lower, context) : std::optional<int64_t>(0);
  uint64_t all = array ? array->getSize().getLimitedValue() : 0;
  return first && *first >= 0 && uint64_t(*first) < all ? all - uint64_t(*first) : 0;
}

/// In bytes; 0: unknown.
uint64_t sizeOf(QualType type, const ASTContext &context) {
  bool known = !type.isNull() && !type->isDependentType() && !type->isIncompleteType() &&
               !type->isVariablyModifiedType() && !type->isSizelessType() && type->isObjectType();
  return known ? uint64_t(context.getTypeSizeInChars(type).getQuantity()) : 0;
}

/// Of a variable, or of all elements of a section.
uint64_t sizeOf(const Expr *item, const ASTContext &context) {
  item = item->IgnoreParenImpCasts();
  auto *section = dyn_cast<ArraySectionExpr>(item);
  if (!section)
    return sizeOf(item->getType().getNonReferenceType(), context);
  uint64_t size = sizeOf(ArraySectionExpr::getBaseOriginalType(section), context);
  for (; section; section = dyn_cast<ArraySectionExpr>(section->getBase()->IgnoreParenImpCasts()))
    if (__builtin_mul_overflow(size, lengthOf(section, context), &size))
      return 0;
  return size;
}

class ClauseReader {
public:
  ClauseReader(const OMPClause *clause, Span span, std::string_view text, const Extent &extent,
               const ASTContext &context)
      : clause_(clause), text_(text), extent_(extent), context_(context) {
    read_.name = llvm::omp::getOpenMPClauseName(clause->getClauseKind()).str();
    read_.text = span.in(text);
    read_.span = span;
  }

  WrittenClause read() {
    withClass(clause_, [&](const auto *clause) { readArguments(clause); });
    readWords();
    return std::move(read_);
  }

private:
  /// In a clause with a list, the expression is the argument beside the list.
  template <class Kind> void readArguments(const Kind *clause) {
    constexpr bool is_list = requires { clause->varlist_begin(); };
    for (const Stmt *child : clause->children())
      if (auto *argument = dyn_cast_or_null<Expr>(child))
        is_list ? addItem(argument) : setExpression(argument);
    if constexpr (requires { clause->getNameInfo(); })
      setIdentifier(clause); // of a reduction
    if constexpr (requires { clause->getStep(); })
      setExpression(clause->getStep());
    if constexpr (is_list && requires { clause->getAlignment(); })
      setExpression(clause->getAlignment());
    if constexpr (is_list && requires { clause->getAllocator(); })
      setExpression(clause->getAllocator());
    if constexpr (requires {
                    { clause->getModifier() } -> std::convertible_to<const Expr *>;
                  })
      setExpression(clause->getModifier()); // iterators
  }

  void addItem(const Expr *item) {
    read_.lists_only_variables &= isa<DeclRefExpr>(item->IgnoreParenImpCasts());
    read_.items.push_back({textOf(asWritten(item)), sizeOf(item, context_)});
  }

  void setExpression(const Expr *argument) {
    if (!argument)
      return;
    argument = asWritten(argument);
    read_.expression = textOf(argument);
    read_.value = constantOf(argument, context_);
  }

  template <class Reduction> void setIdentifier(const Reduction *clause) {
    auto name = clause->getQualifierLoc() ? clause->getQualifierLoc().getBeginLoc()
                                          : clause->getNameInfo().getLoc();
    read_.expression = partBetween(extent_.offset(name), extent_.offset(clause->getColonLoc()));
  }

  std::string textOf(const Expr *argument) {
    return partBetween(extent_.offset(argument->getBeginLoc()),
                       extent_.tokenEnd(argument->getEndLoc()));
  }

  /// The text between two places, which readWords then passes over. Empty: not inside the clause.
  std::string partBetween(std::optional<uint32_t> begin, std::optional<uint32_t> end) {
    if (!begin || !end || *begin < read_.span.begin || *end > read_.span.end || *begin >= *end)
      return {};
    parts_.push_back({*begin, *end});
    return withSingleBlanks(parts_.back().in(text_));
  }

  bool isInPart(const Token &token) const {
    return std::ranges::any_of(parts_,
                               [&](const Span &part) { return part.holds(token.span.begin); });
  }

  /// Modifiers and keywords are the words in the brackets beside Clang's arguments. Words with
  /// nothing between them are one: "target data".
  void readWords() {
    Lexer lexer(text_, read_.span);
    int open = 0;
    bool goes_on = false;
    while (Token token = lexer.next()) {
      open += token.depth();
      bool is_word = open == 1 && token.kind == 'w' && !isInPart(token);
      if (is_word && goes_on)
        read_.words.back() += " " + std::string(token.text);
      else if (is_word)
        read_.words.emplace_back(token.text);
      goes_on = is_word;
    }
  }

  const OMPClause *clause_;
  std::string_view text_;
  const Extent &extent_;
  const ASTContext &context_;
  WrittenClause read_;
  std::vector<Span> parts_;
};

} // namespace

WrittenClause readClause(const OMPClause *clause, Span span, std::string_view text,
                         const Extent &extent, const ASTContext &context) {
  return ClauseReader(clause, span, text, extent, context).read();
}

} // namespace tare
