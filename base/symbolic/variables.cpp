// SPDX-License-Identifier: Apache-2.0
// The table of variables, and floors in a form in which equal ones look alike.
#include "base/symbolic/polynomial.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace tare::symbolic {

namespace {

struct KnownVariable {
  std::string name;
  std::unique_ptr<Quotient> quotient;
};

/// Variables stay where they are, so that references to them do. Not for several threads at once.
struct VariableTable {
  std::deque<KnownVariable> all;
  std::map<std::string, Variable> by_name;
  std::map<std::string, Variable> floors;

  Variable add(const std::string &name, std::unique_ptr<Quotient> quotient) {
    all.push_back({name, std::move(quotient)});
    return Variable(all.size() - 1);
  }
};

VariableTable &variableTable() {
  static VariableTable table;
  return table;
}

/// One text for each polynomial: names may be shared by several variables, numbers are not.
std::string keyOf(const Polynomial &polynomial) {
  std::string key;
  for (const Term &term : polynomial.terms()) {
    key += term.coefficient.text();
    for (const auto &[variable, exponent] : term.monomial)
      key += "v" + std::to_string(variable) + "^" + std::to_string(exponent);
    key += ";";
  }
  return key;
}

Polynomial floorVariable(const Polynomial &numerator, const Polynomial &denominator) {
  std::string key = keyOf(numerator) + "/" + keyOf(denominator);
  VariableTable &table = variableTable();
  auto [found, is_new] = table.floors.try_emplace(key, 0);
  if (is_new)
    found->second = table.add("", std::make_unique<Quotient>(Quotient{numerator, denominator}));
  return Polynomial::of(found->second);
}

/// A polynomial with one term.
Polynomial termAlone(const Term &term) {
  Polynomial product = term.coefficient;
  for (const auto &[variable, exponent] : term.monomial)
    product = product * power(Polynomial::of(variable), exponent);
  return product;
}

/// floor(whole / divisor) of a polynomial with whole coefficients.
Polynomial floorByConstant(const Polynomial &whole, Wide divisor) {
  Polynomial taken, rest;
  for (const Term &term : whole.terms()) {
    Wide quotient = floorDivision(term.coefficient.numerator(), divisor);
    Wide left = term.coefficient.numerator() - quotient * divisor;
    Polynomial unit = termAlone({term.monomial, 1});
    taken = taken + unit * Polynomial(Rational::fraction(quotient, 1));
    rest = rest + unit * Polynomial(Rational::fraction(left, 1));
  }
  Wide common = gcdOf(contentOf(rest), divisor);
  if (rest.isConstant()) // from 0 to divisor - 1
    return taken;
  if (common > 1) {
    Rational constant = Rational::fraction(floorDivision(rest.constant().numerator(), common), 1);
    Polynomial scaled = (rest - rest.constant()) * Polynomial(Rational::fraction(1, common));
    rest = scaled + constant;
    divisor /= common;
  }
  if (divisor == 1)
    return taken + rest;
  return taken + floorVariable(rest, Rational::fraction(divisor, 1));
}

/// A term whose product with `denominator` has the first term of `numerator` that can be taken out
/// in whole. Zero: there is none.
Polynomial wholeTimes(const Polynomial &numerator, const Polynomial &denominator) {
  const Term &last = denominator.terms().back();
  for (const Term &term : numerator.terms()) {
    Rational ratio = term.coefficient / last.coefficient;
    Monomial rest;
    size_t used = 0;
    for (const auto &[variable, exponent] : term.monomial) {
      auto same = std::ranges::find(last.monomial, variable, &std::pair<Variable, int>::first);
      int left = exponent - (same == last.monomial.end() ? 0 : same->second);
      used += same != last.monomial.end() && left >= 0;
      if (left > 0)
        rest.emplace_back(variable, left);
    }
    Wide whole = floorDivision(ratio.numerator(), ratio.known() ? ratio.denominator() : 1);
    if (ratio.known() && used == last.monomial.size() && whole != 0)
      return termAlone({rest, Rational::fraction(whole, 1)});
  }
  return 0;
}

} // namespace

Polynomial floorOf(const Polynomial &numerator, const Polynomial &denominator) {
  if (!numerator.known() || !denominator.known() || denominator.isZero())
    return Rational::unknown();
  if (!denominator.isConstant()) {
    Polynomial times, rest = numerator;
    for (Polynomial more; !(more = wholeTimes(rest, denominator)).isZero();) {
      times = times + more;
      rest = rest - more * denominator;
    }
    return rest.isZero() ? times : times + floorVariable(rest, denominator);
  }
  Polynomial quotient = numerator * Polynomial(Rational(1) / denominator.constant());
  Wide divisor = commonDenominator(quotient);
  if (divisor == 0)
    return Rational::unknown();
  return floorByConstant(quotient * Polynomial(Rational::fraction(divisor, 1)), divisor);
}

Variable symbolNamed(const std::string &name) {
  VariableTable &table = variableTable();
  auto [found, is_new] = table.by_name.try_emplace(name, 0);
  if (is_new)
    found->second = table.add(name, nullptr);
  return found->second;
}

Variable newVariable(const std::string &name) {
  VariableTable &table = variableTable();
  return table.add(name, nullptr);
}

const std::string &nameOf(Variable variable) { return variableTable().all[variable].name; }

const Quotient *quotientOf(Variable variable) {
  return variableTable().all[variable].quotient.get();
}

} // namespace tare::symbolic
