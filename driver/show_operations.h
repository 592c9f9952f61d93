// SPDX-License-Identifier: Apache-2.0
// `tare nodes --operations`: what functions and constructs do, as a text.
#pragma once

#include "instrumenter/operations/operations_json.h"

#include <string>

namespace tare {

/// `width`: columns of a line. With parameters the values stand beside the formulas. `by_loop`:
/// what each loop does, and not what all do together.
std::string operationsText(const CountedProgram &program, bool by_loop, int width);

} // namespace tare
