// SPDX-License-Identifier: Apache-2.0
// The options of gcc and clang that the wrapper must know. An option without a row has no separate
// value and goes to every step. That is right for -O2, -g, -f... and -m...
#pragma once

#include "instrumenter/wrapper/compile_command.h"

#include <string_view>

namespace tare {

enum class Shape {
  flag,               ///< -MD
  prefix,             ///< -Wl,...: everything that begins so
  separate,           ///< -Xlinker value
  joined_or_separate, ///< -Idir, -I dir
  joined_and_separate ///< -Xarch_host value
};

struct OptionRule {
  std::string_view name;
  Shape shape;
  Role role;
};

/// The longest rule that fits this word, or null.
const OptionRule *findOptionRule(std::string_view word);

} // namespace tare
