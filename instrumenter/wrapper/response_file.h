// SPDX-License-Identifier: Apache-2.0
// @file on a compiler's command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// Splits a response file as gcc and clang do: white space, either kind of quote, and a
/// backslash that keeps the next character everywhere (so not quite the shell's rules).
std::vector<std::string> splitResponse(std::string_view text);

/// Puts the words of every @file in its place, nested ones too. A file that cannot be read stays
/// a plain word, as it does for the compilers; so does one that only they can read then, a pipe.
std::vector<std::string> expandResponseFiles(const std::vector<std::string> &words);

} // namespace tare
