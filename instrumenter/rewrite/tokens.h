// SPDX-License-Identifier: Apache-2.0
// Preprocessed C and C++ as tokens, as far as brackets and names need it: strings, raw strings,
// character literals and comments are taken whole, and a line that begins with '#' is one token.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct Token {
  std::string_view text;
  uint32_t begin = 0;
  uint32_t end = 0;
};

/// Without comments. The tokens point into `text`.
std::vector<Token> tokensOf(std::string_view text);

} // namespace tare
