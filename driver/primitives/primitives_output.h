// SPDX-License-Identifier: Apache-2.0
// What the program of the primitives prints, as times.
#pragma once

#include "analyzer/primitives/measured_primitives.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

/// Lines of "name bytes threads time least median", ns. Error: a line is none, or there is none.
Result<std::vector<PrimitiveTime>> readPrimitivesOutput(const std::string &text);

} // namespace tare
