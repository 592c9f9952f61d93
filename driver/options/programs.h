// SPDX-License-Identifier: Apache-2.0
// The options that name the sources of a program, and how they are compiled.
#pragma once

#include "driver/options.h"
#include "driver/options/parser.h"

#include <optional>
#include <string>

namespace tare {

/// Sources, compiler and flags.
void addPrograms(Parser &parser, OverheadsOptions &options);

/// Says what is wrong with the sources: one for both programs, or one for each. Nothing: all is
/// well.
std::optional<std::string> checkPrograms(const OverheadsOptions &options);

} // namespace tare
