// SPDX-License-Identifier: Apache-2.0
// Counted operations as JSON, schema tare.operations/1: tare-instrument writes it, and `tare nodes
// --operations` reads it and writes it for others (docs/reference/formats.md).
#pragma once

#include "base/result.h"
#include "instrumenter/operations/operations.h"

#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct CountedProgram {
  /// Values of symbols for which the program is evaluated: "800", "7/3" where it was measured.
  std::map<std::string, std::string> parameters;
  std::vector<CountedUnit> units;
};

std::string writeOperations(const CountedProgram &program);
Result<CountedProgram> readOperations(std::string_view text);

} // namespace tare
