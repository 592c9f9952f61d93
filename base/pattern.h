// SPDX-License-Identifier: Apache-2.0
// Regular expressions that a user typed.
#pragma once

#include <optional>
#include <regex>
#include <string>

namespace tare {

/// ECMAScript's syntax. Nothing: the text is no regular expression.
std::optional<std::regex> patternOf(const std::string &text);

} // namespace tare
