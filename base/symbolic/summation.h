// SPDX-License-Identifier: Apache-2.0
// Sums of formulas over a variable, in closed form and exact, by Faulhaber's formula:
// sum of i^k for i = a .. b is S(b + 1) - S(a), where S is a polynomial of degree k + 1, if b >= a
// - 1.
#pragma once

#include "base/result.h"
#include "base/symbolic/formula.h"

namespace tare::symbolic {

/// The sum over all integer values of a variable for which `range` holds. `known`: what holds of
/// the other variables wherever the sum is used; the result may be wrong elsewhere. Error: why
/// there is no closed form, as "the bound n*i*i is not linear in i".
Result<Formula> sumOver(Variable variable, const Conditions &range, const Formula &formula,
                        const Conditions &known);

/// A loop whose counter goes from `first` to `last` (both included) by `step` > 0, upwards or
/// downwards.
struct CountedLoop {
  Variable variable = 0; // what is summed over
  Polynomial counter;    // its value, by the variable
  Conditions range;      // of the variable
};
CountedLoop countedLoop(const std::string &name, const Polynomial &first, const Polynomial &last,
                        const Polynomial &step, bool down);

} // namespace tare::symbolic
