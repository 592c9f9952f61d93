// SPDX-License-Identifier: Apache-2.0
// Polynomials over the rationals in variables that stand for integers. A variable is a symbol with
// a name, or the floor of a quotient of two polynomials: so steps and blocks of loops stay exact.
#pragma once

#include "base/symbolic/rational.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tare::symbolic {

/// Index in a table that lives as long as the process; not for several threads at once. Its order
/// is the order of their making.
using Variable = uint32_t;

/// Powers of variables, in their order; all exponents > 0. Empty: 1.
using Monomial = std::vector<std::pair<Variable, int>>;

struct Term {
  Monomial monomial;
  Rational coefficient; // never 0
  bool operator==(const Term &) const = default;
};

class Polynomial {
public:
  Polynomial(int64_t constant = 0) : Polynomial(Rational(constant)) {}
  Polynomial(const Rational &constant);
  static Polynomial of(Variable variable);

  const std::vector<Term> &terms() const { return terms_; } // in the order of their monomials
  bool known() const;                                       // no coefficient was too large
  bool isZero() const { return terms_.empty(); }
  bool isConstant() const { return terms_.empty() || (terms_.size() == 1 && hasConstant()); }
  Rational constant() const { return hasConstant() ? terms_.front().coefficient : Rational(0); }
  int degree() const;
  /// Also inside of floors.
  bool dependsOn(Variable variable) const;
  /// Coefficients of its powers, from 0 on: polynomials in the others. Floors are not looked into.
  std::vector<Polynomial> powersOf(Variable variable) const;
  /// All variables outside of floors.
  std::vector<Variable> variables() const;

  bool operator==(const Polynomial &) const = default;

  friend Polynomial operator+(const Polynomial &left, const Polynomial &right);
  friend Polynomial operator*(const Polynomial &left, const Polynomial &right);
  friend Polynomial scaled(const Polynomial &polynomial, const Rational &by);

private:
  bool hasConstant() const { return !terms_.empty() && terms_.front().monomial.empty(); }
  std::vector<Term> terms_;
};

Polynomial scaled(const Polynomial &polynomial, const Rational &by);
Polynomial operator-(const Polynomial &left, const Polynomial &right);
Polynomial operator-(const Polynomial &polynomial);
Polynomial power(const Polynomial &base, int exponent);

/// `value` in place of a variable, inside of floors too.
Polynomial substituted(const Polynomial &in, Variable variable, const Polynomial &value);
/// The same of several at once, each by what `valueOf` says.
Polynomial mapped(const Polynomial &in, const std::function<Polynomial(Variable)> &valueOf);

/// The one variable with this name.
Variable symbolNamed(const std::string &name);
/// A variable of its own, whatever others are called: the counter of a loop.
Variable newVariable(const std::string &name);
const std::string &nameOf(Variable variable);

/// The numerator and denominator of a floor; null: it is a symbol.
struct Quotient {
  Polynomial numerator;
  Polynomial denominator; // > 0 wherever the floor is used
};
const Quotient *quotientOf(Variable variable);

/// floor(numerator / denominator), which must be above 0. Whole parts are taken out of the floor.
Polynomial floorOf(const Polynomial &numerator, const Polynomial &denominator);

/// Its value where `valueOf` gives one for every symbol; unknown elsewhere.
using Values = std::function<Rational(Variable symbol)>;
Rational evaluated(const Polynomial &polynomial, const Values &valueOf);

/// The least common multiple of the coefficients' denominators, and the greatest common divisor of
/// all coefficients but the constant, once the denominators are gone. 0: too large, or none.
Wide commonDenominator(const Polynomial &polynomial);
Wide contentOf(const Polynomial &whole);

} // namespace tare::symbolic
