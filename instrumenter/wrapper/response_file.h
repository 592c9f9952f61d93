// SPDX-License-Identifier: Apache-2.0
// @file on a compiler's command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Splits a response file as gcc and clang do: white space, either kind of quote, and a backslash,
/// which keeps the next character everywhere, unlike in a shell.
std::vector<std::string> splitResponse(std::string_view text);

/// Puts the words of every @file in its place, nested ones too. A file that cannot be read stays a
/// plain word, as it does for the compilers. A pipe stays one, too, so that the compiler can read
/// it.
std::vector<std::string> expandResponseFiles(const std::vector<std::string> &words);

} // namespace tare
