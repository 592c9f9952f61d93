// SPDX-License-Identifier: Apache-2.0
// The value of a whole-number expression of C, by cases: minima, quotients and choices are
// polynomials once it is known which case it is. The cases exclude each other, and one of them
// holds.
#pragma once

#include "base/symbolic/formula.h"

#include <optional>
#include <vector>

namespace tare::symbolic {

using Cases = std::vector<Piece>;

inline Cases casesOf(const Polynomial &value) { return {{{}, value}}; }

/// Cases under what is `known`: those that cannot be are left out. Nothing: there are too many.
class CaseArithmetic {
public:
  using MaybeCases = std::optional<Cases>;
  explicit CaseArithmetic(const Conditions &known) : known_(known) {}

  MaybeCases sum(const Cases &left, const Cases &right) const;
  MaybeCases difference(const Cases &left, const Cases &right) const;
  MaybeCases product(const Cases &left, const Cases &right) const;
  /// Rounded towards zero, as in C. Nothing, too: the divisor is not known to be positive.
  MaybeCases quotient(const Cases &left, const Polynomial &divisor) const;
  MaybeCases remainder(const Cases &left, const Polynomial &divisor) const;
  MaybeCases minimum(const Cases &left, const Cases &right) const;
  MaybeCases maximum(const Cases &left, const Cases &right) const;

  /// Conditions have the values 1 and 0.
  MaybeCases isLess(const Cases &left, const Cases &right) const;
  MaybeCases isEqual(const Cases &left, const Cases &right) const;
  MaybeCases negation(const Cases &condition) const;
  MaybeCases conjunction(const Cases &left, const Cases &right) const;
  /// 1 for what is not 0.
  MaybeCases truth(const Cases &value) const;
  /// `left` where the condition is 1, `right` where it is 0.
  MaybeCases choice(const Cases &condition, const Cases &left, const Cases &right) const;

private:
  bool add(Cases &to, const Conditions &where, const Polynomial &value) const;
  /// `not_negative` and `negative`: of a value, where it is.
  template <class NotNegative, class Negative>
  MaybeCases bySign(const Cases &cases, const NotNegative &not_negative,
                    const Negative &negative) const;
  template <class Each>
  MaybeCases pairs(const Cases &left, const Cases &right, const Each &each) const;

  const Conditions &known_;
};

/// Where a condition is `value`: lists of conditions that exclude each other.
std::vector<Conditions> whereItIs(const Cases &condition, int value);

} // namespace tare::symbolic
