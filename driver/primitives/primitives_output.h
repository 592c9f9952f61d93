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

/// Of the same loops with their code in several places: of each loop over data of one size the
/// second shortest, a usual one, with the time in the slowest place. The first place has all of
/// them.
std::vector<PrimitiveTime> usualPlace(const std::vector<std::vector<PrimitiveTime>> &places);

} // namespace tare
