// SPDX-License-Identifier: Apache-2.0
// Conditions on integers: conjunctions of polynomials that must not be negative. Whether one
// follows from others is decided as for linear ones, by Fourier and Motzkin's elimination; products
// of variables count as variables. "No" may mean "not known".
#pragma once

#include "base/symbolic/polynomial.h"

#include <vector>

namespace tare::symbolic {

/// All must be >= 0, with whole coefficients, divided by what they have in common.
using Conditions = std::vector<Polynomial>;

/// polynomial >= 0 in that form: (n - 1)/2 >= 0 becomes n - 1 >= 0, 2*n - 3 >= 0 becomes n - 2 >=
/// 0.
Polynomial asCondition(const Polynomial &polynomial);
/// upper >= lower - 1, without a floor where there is one: n >= 0 for 0 .. floor((n - 1)/4), where
/// n = -1 would do.
Polynomial emptyOrMore(const Polynomial &lower, const Polynomial &upper);
/// What holds where it does not: -polynomial - 1 >= 0.
Polynomial opposite(const Polynomial &condition);

/// Adds a condition, unless it is there or always true. False: it is never true.
bool addCondition(Conditions &to, const Polynomial &polynomial);

/// Whether no integers are known to fulfil all of them.
bool areImpossible(const Conditions &conditions);
/// Whether a condition is known to hold where the others do.
bool follows(const Polynomial &condition, const Conditions &from);

/// Takes out conditions that follow from the rest and from `known`. False: they cannot all hold.
bool reduceConditions(Conditions &conditions, const Conditions &known);

} // namespace tare::symbolic
