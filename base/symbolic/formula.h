// SPDX-License-Identifier: Apache-2.0
// A number that depends on symbols: a sum of polynomials, each of which counts where its conditions
// hold.
#pragma once

#include "base/symbolic/conditions.h"

#include <vector>

namespace tare::symbolic {

struct Piece {
  Conditions where; // sorted; empty: everywhere
  Polynomial value;
  bool operator==(const Piece &) const = default;
};

class Formula {
public:
  Formula(int64_t constant = 0) : Formula(Polynomial(constant)) {}
  Formula(const Polynomial &value);
  /// 0 where a condition does not hold.
  Formula(Conditions where, const Polynomial &value);

  const std::vector<Piece> &pieces() const { return pieces_; }
  bool isZero() const { return pieces_.empty(); }
  bool known() const; // no number in it was too large
  bool dependsOn(Variable variable) const;

  Formula &operator+=(const Formula &other);
  bool operator==(const Formula &) const = default;

private:
  void add(Conditions where, const Polynomial &value);
  std::vector<Piece> pieces_; // with different conditions
};

Formula operator+(Formula left, const Formula &right);
Formula operator*(const Formula &left, const Formula &right);

/// Where further conditions hold; 0 elsewhere.
Formula restricted(const Formula &formula, const Conditions &where);

/// The same where `known` holds, in fewer pieces with fewer conditions. Cost: an elimination for
/// each condition.
Formula simplified(const Formula &formula, const Conditions &known);

Formula mapped(const Formula &in, const std::function<Polynomial(Variable)> &valueOf);

/// Unknown where `valueOf` has no value for a symbol, or a number is too large.
Rational evaluated(const Formula &formula, const Values &valueOf);

/// All symbols, those in conditions and in floors too, in the order of their making.
std::vector<Variable> symbolsOf(const Formula &formula);

} // namespace tare::symbolic
