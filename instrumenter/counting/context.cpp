// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/counting/context.h"

#include "base/symbolic/formula_text.h"
#include "base/text.h"

namespace tare {

using namespace clang;
using symbolic::Polynomial;
using symbolic::Variable;

Variable SymbolBook::symbol(const std::string &identity, CountedSymbol wanted) {
  auto [found, is_new] = by_identity_.try_emplace(identity, 0);
  if (!is_new)
    return found->second;
  if (by_name_.count(wanted.name))
    wanted.name += "(" + (wanted.place.empty() ? symbolKindName(wanted.kind) : wanted.place) + ")";
  for (int i = 2; by_name_.count(wanted.name); ++i)
    wanted.name += "[" + std::to_string(i) + "]";
  if (!symbolic::isSymbolName(wanted.name)) {
    for (char &c : wanted.name)
      if (!isWordCharacter(c))
        c = '_';
    wanted.name = "_" + wanted.name;
  }
  found->second = symbolic::symbolNamed(wanted.name);
  if (wanted.value)
    addFact(*wanted.value > 0    ? Polynomial::of(found->second) - 1
            : *wanted.value == 0 ? Polynomial::of(found->second)
                                 : -Polynomial::of(found->second) - 1);
  by_name_[wanted.name] = std::move(wanted);
  return found->second;
}

std::string CountContext::place(SourceLocation location) const {
  auto offset = extent.offset(ast.getSourceManager().getFileLoc(location));
  if (!offset)
    return "?";
  const LineMap::Line &line = files.lines().at(*offset);
  return files.path(files.lines().file(line)) + ":" + std::to_string(line.line);
}

std::string CountContext::place(const Stmt *statement) const {
  return place(statement->getBeginLoc());
}

std::optional<Polynomial> CountContext::macroValue(const Expr *expression, int64_t value) {
  if (macros.empty())
    return std::nullopt;
  auto span = extent.tokens(expression->getBeginLoc(), expression->getEndLoc());
  if (!span)
    return std::nullopt;
  std::string name = macros.macroOf(span->in(text), span->begin);
  if (name.empty())
    return std::nullopt;
  CountedSymbol symbol{name, SymbolKind::Macro, "", value, "", false};
  return Polynomial::of(symbols.symbol("macro " + name, symbol));
}

Polynomial CountContext::measured(const char *what, const Stmt *statement,
                                  const std::string &meaning) {
  std::string where = place(statement);
  std::string identity = std::string(what) + " " + std::to_string(uintptr_t(statement));
  CountedSymbol symbol{what + ("(" + where + ")"), SymbolKind::Measured, where, {}, meaning, false};
  Polynomial number = Polynomial::of(symbols.symbol(identity, symbol));
  symbols.addFact(number);
  return number;
}

Polynomial CountContext::threads() {
  CountedSymbol symbol{"threads", SymbolKind::Threads, "", {}, "threads of the team", false};
  Polynomial number = Polynomial::of(symbols.symbol("threads", symbol));
  symbols.addFact(number - 1);
  return number;
}

bool isVarying(const Polynomial &polynomial, const CountContext &context) {
  for (Variable variable : polynomial.variables()) {
    if (context.varying.count(variable))
      return true;
    const symbolic::Quotient *quotient = symbolic::quotientOf(variable);
    if (quotient &&
        (isVarying(quotient->numerator, context) || isVarying(quotient->denominator, context)))
      return true;
  }
  return false;
}

} // namespace tare
