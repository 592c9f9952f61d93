// SPDX-License-Identifier: Apache-2.0
// Primitives that were measured before, on this machine or on another one. Nothing is measured now.
#pragma once

#include "driver/options.h"
#include "driver/primitives/primitives_store.h"

#include <string>

namespace tare {

struct FoundPrimitives {
  StoredPrimitives stored;
  bool is_of_this_compiler = true; // the local compiler made the loops that were measured
};

/// With 1 thread and all that the options name. Error: they were not measured, with the command
/// that measures them.
Result<FoundPrimitives> foundPrimitives(const OperationModelOptions &options);

} // namespace tare
