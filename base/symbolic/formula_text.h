// SPDX-License-Identifier: Apache-2.0
// Formulas as text: for people, and for programs that read them again.
//
//   n^3/3 - n^2/2 + n/6
//   (4*floor((n + 3)/4) if n >= 1) + (m if n <= 0, m >= 2)
//
// A symbol's name is letters, digits and underscores; behind these `.x`, `->x`, `::x`, `(...)` and
// `[...]` belong to it: trips(x.c:12), grid->n, v.size(). Only floor(...) is no symbol.
#pragma once

#include "base/result.h"
#include "base/symbolic/formula.h"

#include <string>
#include <string_view>

namespace tare::symbolic {

std::string formulaText(const Polynomial &polynomial);
/// "n >= k + 1": of a condition.
std::string conditionText(const Polynomial &condition);
std::string formulaText(const Formula &formula);

/// The formula of such a text, whoever wrote it. Error: what is wrong, and at which character.
Result<Formula> readFormula(std::string_view text);

/// Whether a text could be a symbol's name as it stands.
bool isSymbolName(std::string_view text);

} // namespace tare::symbolic
