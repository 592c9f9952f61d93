// SPDX-License-Identifier: Apache-2.0
#include "base/pattern.h"

namespace tare {

std::optional<std::regex> patternOf(const std::string &text) {
  try {
    return std::regex(text);
  } catch (const std::regex_error &) {
    return std::nullopt;
  }
}

} // namespace tare
