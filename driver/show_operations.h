// SPDX-License-Identifier: Apache-2.0
// `tare nodes --operations`: what functions and constructs do, as a text.
#pragma once

#include "instrumenter/operations/operations_json.h"

#include <string>

namespace tare {

/// `width`: columns of a line. With parameters the values stand beside the formulas.
std::string operationsText(const CountedProgram &program, int width);

} // namespace tare
