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
  std::map<std::string, int64_t> parameters; // values of symbols for which the program is evaluated
  std::vector<CountedUnit> units;
};

std::string writeOperations(const CountedProgram &program);
Result<CountedProgram> readOperations(std::string_view text);
/// All keys, for the test of the schema.
std::string operationKeys();

} // namespace tare
