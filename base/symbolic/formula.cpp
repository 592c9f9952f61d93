// SPDX-License-Identifier: Apache-2.0
#include "base/symbolic/formula.h"

#include <algorithm>
#include <set>

namespace tare::symbolic {

namespace {

bool isBefore(const Polynomial &left, const Polynomial &right) {
  return std::ranges::lexicographical_compare(
      left.terms(), right.terms(), [](const Term &a, const Term &b) {
        if (a.monomial != b.monomial)
          return a.monomial < b.monomial;
        if (a.coefficient.numerator() != b.coefficient.numerator())
          return a.coefficient.numerator() < b.coefficient.numerator();
        return a.coefficient.denominator() < b.coefficient.denominator();
      });
}

/// Whether two lists differ in one condition only, which holds in one where it does not in the
/// other. Then `common` has the others.
bool areComplements(const Conditions &left, const Conditions &right, Conditions &common) {
  if (left.size() != right.size())
    return false;
  Conditions of_left, of_right;
  common.clear();
  for (const Polynomial &each : left)
    (std::ranges::find(right, each) == right.end() ? of_left : common).push_back(each);
  for (const Polynomial &each : right)
    if (std::ranges::find(left, each) == left.end())
      of_right.push_back(each);
  return of_left.size() == 1 && of_right.size() == 1 && opposite(of_left[0]) == of_right[0];
}

void collectSymbols(const Polynomial &polynomial, std::set<Variable> &into) {
  for (Variable variable : polynomial.variables()) {
    const Quotient *quotient = quotientOf(variable);
    if (!quotient) {
      into.insert(variable);
      continue;
    }
    collectSymbols(quotient->numerator, into);
    collectSymbols(quotient->denominator, into);
  }
}

} // namespace

Formula::Formula(const Polynomial &value) { add({}, value); }

Formula::Formula(Conditions where, const Polynomial &value) {
  Conditions all;
  for (const Polynomial &condition : where)
    if (!addCondition(all, condition))
      return;
  add(std::move(all), value);
}

void Formula::add(Conditions where, const Polynomial &value) {
  if (value.isZero())
    return;
  std::ranges::sort(where, isBefore);
  auto same = std::ranges::find(pieces_, where, &Piece::where);
  if (same == pieces_.end()) {
    pieces_.push_back({std::move(where), value});
    return;
  }
  same->value = same->value + value;
  if (same->value.isZero())
    pieces_.erase(same);
}

bool Formula::known() const {
  return std::ranges::all_of(pieces_, [](const Piece &piece) {
    return piece.value.known() && std::ranges::all_of(piece.where, &Polynomial::known);
  });
}

bool Formula::dependsOn(Variable variable) const {
  return std::ranges::any_of(pieces_, [&](const Piece &piece) {
    return piece.value.dependsOn(variable) ||
           std::ranges::any_of(piece.where, [&](const Polynomial &condition) {
             return condition.dependsOn(variable);
           });
  });
}

Formula &Formula::operator+=(const Formula &other) {
  for (const Piece &piece : std::vector<Piece>(other.pieces_))
    add(piece.where, piece.value);
  return *this;
}

Formula operator+(Formula left, const Formula &right) { return left += right; }

Formula operator*(const Formula &left, const Formula &right) {
  Formula product;
  for (const Piece &a : left.pieces())
    for (const Piece &b : right.pieces()) {
      Conditions where = a.where;
      where.insert(where.end(), b.where.begin(), b.where.end());
      product += Formula(std::move(where), a.value * b.value);
    }
  return product;
}

Formula restricted(const Formula &formula, const Conditions &where) {
  return where.empty() ? formula : formula * Formula(where, 1);
}

Formula simplified(const Formula &formula, const Conditions &known) {
  Formula reduced;
  for (const Piece &piece : formula.pieces()) {
    Conditions where = piece.where;
    if (reduceConditions(where, known))
      reduced += Formula(std::move(where), piece.value);
  }
  Conditions common;
  for (size_t i = 0; i < reduced.pieces().size(); ++i)
    for (size_t j = i + 1; j < reduced.pieces().size(); ++j) {
      const Piece &a = reduced.pieces()[i], &b = reduced.pieces()[j];
      if (a.value != b.value || !areComplements(a.where, b.where, common))
        continue;
      Formula rest(common, a.value);
      for (size_t k = 0; k < reduced.pieces().size(); ++k)
        if (k != i && k != j)
          rest += Formula(reduced.pieces()[k].where, reduced.pieces()[k].value);
      return simplified(rest, known);
    }
  return reduced;
}

Formula mapped(const Formula &in, const std::function<Polynomial(Variable)> &valueOf) {
  Formula result;
  for (const Piece &piece : in.pieces()) {
    Conditions where;
    for (const Polynomial &condition : piece.where)
      where.push_back(mapped(condition, valueOf));
    result += Formula(std::move(where), mapped(piece.value, valueOf));
  }
  return result;
}

Rational evaluated(const Formula &formula, const Values &valueOf) {
  Rational sum;
  for (const Piece &piece : formula.pieces()) {
    bool holds = true;
    for (const Polynomial &condition : piece.where) {
      Rational value = evaluated(condition, valueOf);
      if (!value.known())
        return value;
      holds = holds && value.sign() >= 0;
    }
    if (holds)
      sum = sum + evaluated(piece.value, valueOf);
  }
  return sum;
}

std::vector<Variable> symbolsOf(const Formula &formula) {
  std::set<Variable> all;
  for (const Piece &piece : formula.pieces()) {
    collectSymbols(piece.value, all);
    for (const Polynomial &condition : piece.where)
      collectSymbols(condition, all);
  }
  return {all.begin(), all.end()};
}

} // namespace tare::symbolic
