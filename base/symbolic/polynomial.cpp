// SPDX-License-Identifier: Apache-2.0
#include "base/symbolic/polynomial.h"

#include <algorithm>
#include <optional>

namespace tare::symbolic {

Polynomial::Polynomial(const Rational &constant) {
  if (!constant.isZero())
    terms_.push_back({{}, constant});
}

Polynomial Polynomial::of(Variable variable) {
  Polynomial made;
  made.terms_.push_back({{{variable, 1}}, 1});
  return made;
}

bool Polynomial::known() const {
  return std::ranges::all_of(terms_, [](const Term &term) { return term.coefficient.known(); });
}

int Polynomial::degree() const {
  int highest = 0;
  for (const Term &term : terms_) {
    int sum = 0;
    for (const auto &[variable, exponent] : term.monomial)
      sum += exponent;
    highest = std::max(highest, sum);
  }
  return highest;
}

bool Polynomial::dependsOn(Variable wanted) const {
  for (const Term &term : terms_)
    for (const auto &[variable, exponent] : term.monomial) {
      if (variable == wanted)
        return true;
      const Quotient *quotient = quotientOf(variable);
      if (quotient &&
          (quotient->numerator.dependsOn(wanted) || quotient->denominator.dependsOn(wanted)))
        return true;
    }
  return false;
}

std::vector<Polynomial> Polynomial::powersOf(Variable wanted) const {
  std::vector<Polynomial> powers(1);
  for (const Term &term : terms_) {
    Polynomial rest;
    Term left = term;
    size_t exponent = 0;
    std::erase_if(left.monomial, [&](const auto &factor) {
      if (factor.first == wanted)
        exponent = size_t(factor.second);
      return factor.first == wanted;
    });
    rest.terms_.push_back(std::move(left));
    if (powers.size() <= exponent)
      powers.resize(exponent + 1);
    powers[exponent] = powers[exponent] + rest;
  }
  return powers;
}

std::vector<Variable> Polynomial::variables() const {
  std::vector<Variable> all;
  for (const Term &term : terms_)
    for (const auto &[variable, exponent] : term.monomial)
      all.push_back(variable);
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  return all;
}

Polynomial operator+(const Polynomial &left, const Polynomial &right) {
  if (left.isZero() || right.isZero())
    return left.isZero() ? right : left;
  Polynomial sum;
  sum.terms_.reserve(left.terms_.size() + right.terms_.size());
  auto a = left.terms_.begin(), b = right.terms_.begin();
  while (a != left.terms_.end() || b != right.terms_.end()) {
    bool take_a = b == right.terms_.end() || (a != left.terms_.end() && a->monomial <= b->monomial);
    bool take_b = a == left.terms_.end() || (b != right.terms_.end() && b->monomial <= a->monomial);
    Term term = take_a ? *a : *b;
    if (take_a && take_b)
      term.coefficient = a->coefficient + b->coefficient;
    if (!term.coefficient.isZero())
      sum.terms_.push_back(std::move(term));
    a += take_a;
    b += take_b;
  }
  return sum;
}

namespace {

Monomial merged(const Monomial &left, const Monomial &right) {
  Monomial product;
  auto a = left.begin(), b = right.begin();
  while (a != left.end() || b != right.end()) {
    bool take_a = b == right.end() || (a != left.end() && a->first <= b->first);
    bool take_b = a == left.end() || (b != right.end() && b->first <= a->first);
    product.emplace_back(take_a ? a->first : b->first,
                         (take_a ? a->second : 0) + (take_b ? b->second : 0));
    a += take_a;
    b += take_b;
  }
  return product;
}

} // namespace

Polynomial scaled(const Polynomial &polynomial, const Rational &by) {
  Polynomial product;
  if (by.isZero())
    return product;
  product.terms_ = polynomial.terms_;
  for (Term &term : product.terms_)
    term.coefficient = term.coefficient * by;
  return product;
}

Polynomial operator*(const Polynomial &left, const Polynomial &right) {
  if (left.isConstant())
    return scaled(right, left.constant());
  if (right.isConstant())
    return scaled(left, right.constant());
  std::vector<Term> terms;
  terms.reserve(left.terms_.size() * right.terms_.size());
  for (const Term &a : left.terms_)
    for (const Term &b : right.terms_)
      terms.push_back({merged(a.monomial, b.monomial), a.coefficient * b.coefficient});
  std::ranges::sort(terms, {}, &Term::monomial);
  Polynomial product;
  for (Term &term : terms) {
    if (!product.terms_.empty() && product.terms_.back().monomial == term.monomial)
      product.terms_.back().coefficient = product.terms_.back().coefficient + term.coefficient;
    else
      product.terms_.push_back(std::move(term));
  }
  std::erase_if(product.terms_, [](const Term &term) { return term.coefficient.isZero(); });
  return product;
}

Polynomial operator-(const Polynomial &polynomial) { return scaled(polynomial, -1); }

Polynomial operator-(const Polynomial &left, const Polynomial &right) { return left + -right; }

Polynomial power(const Polynomial &base, int exponent) {
  Polynomial result = 1;
  for (int i = 0; i < exponent; ++i)
    result = result * base;
  return result;
}

Polynomial mapped(const Polynomial &in, const std::function<Polynomial(Variable)> &valueOf) {
  Polynomial result;
  for (const Term &term : in.terms()) {
    Polynomial product = term.coefficient;
    for (const auto &[variable, exponent] : term.monomial) {
      const Quotient *quotient = quotientOf(variable);
      Polynomial value = quotient ? floorOf(mapped(quotient->numerator, valueOf),
                                            mapped(quotient->denominator, valueOf))
                                  : valueOf(variable);
      product = product * power(value, exponent);
    }
    result = result + product;
  }
  return result;
}

Polynomial substituted(const Polynomial &in, Variable variable, const Polynomial &value) {
  if (!in.dependsOn(variable))
    return in;
  return mapped(in, [&](Variable each) { return each == variable ? value : Polynomial::of(each); });
}

Rational evaluated(const Polynomial &polynomial, const Values &valueOf) {
  Rational sum;
  for (const Term &term : polynomial.terms()) {
    Rational product = term.coefficient;
    for (const auto &[variable, exponent] : term.monomial) {
      const Quotient *quotient = quotientOf(variable);
      Rational value = quotient ? evaluated(quotient->numerator, valueOf) /
                                      evaluated(quotient->denominator, valueOf)
                                : valueOf(variable);
      if (quotient && value.known())
        value = Rational::fraction(floorDivision(value.numerator(), value.denominator()), 1);
      for (int i = 0; i < exponent; ++i)
        product = product * value;
    }
    sum = sum + product;
  }
  return sum;
}

Wide commonDenominator(const Polynomial &polynomial) {
  Wide least = 1;
  for (const Term &term : polynomial.terms()) {
    Wide denominator = term.coefficient.denominator();
    auto product =
        denominator == 0 ? std::nullopt : productOf(least / gcdOf(least, denominator), denominator);
    if (!product)
      return 0;
    least = *product;
  }
  return least;
}

Wide contentOf(const Polynomial &whole) {
  Wide common = 0;
  for (const Term &term : whole.terms())
    if (!term.monomial.empty())
      common = gcdOf(common, term.coefficient.numerator());
  return common;
}

} // namespace tare::symbolic
