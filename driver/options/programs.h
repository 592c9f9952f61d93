// SPDX-License-Identifier: Apache-2.0
// The options that name the sources of a program, and how they are compiled.
#pragma once

#include "driver/options.h"
#include "driver/options/parser.h"

#include <optional>
#include <string>

namespace tare {

void addPrograms(Parser &parser, OverheadsOptions &options);

/// What is wrong with them.
std::optional<std::string> checkPrograms(const OverheadsOptions &options);

} // namespace tare
