// SPDX-License-Identifier: Apache-2.0
// Counted operations for given sizes.
#pragma once

#include "instrumenter/operations/operations_json.h"

namespace tare {

/// Fills in the values of all formulas whose symbols are known: by `parameters`, else as the source
/// has them. Error: a parameter is no symbol of any unit.
Result<void> evaluate(CountedProgram &program);

/// The number of a parameter. Nothing: it is none.
std::optional<symbolic::Rational> parameterNumber(const std::string &text);

/// Which symbols have no value, in the order of their names.
std::vector<std::string> missingValues(const CountedProgram &program);

} // namespace tare
