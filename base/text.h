// SPDX-License-Identifier: Apache-2.0
// Small helpers for text. They know none of Tare's nouns.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

std::vector<std::string> splitText(std::string_view text, char separator);
std::string joinText(const std::vector<std::string> &parts, std::string_view separator);
std::string_view trimText(std::string_view text);
bool startsWith(std::string_view text, std::string_view prefix);
bool endsWith(std::string_view text, std::string_view suffix);

/// Splits a command line by the shell's quoting rules (quotes, backslashes), without running a
/// shell: no variables, globs, pipes. Error on an open quote.
Result<std::vector<std::string>> splitCommand(std::string_view command);

/// The first operator of a shell in a command: an unquoted `<`, `>x`, `|`, `&&`, `;` or the like.
/// Empty: there is none.
std::string shellOperatorIn(std::string_view command);

/// The inverse of splitCommand, for messages and manifests.
std::string quoteCommand(const std::vector<std::string> &argv);

/// Replaces control characters by '?', so that foreign text cannot drive a terminal. Characters
/// that have no width, or change the direction of reading, are replaced too.
std::string printable(std::string_view text);

/// A letter or digit of ASCII, or an underscore: part of a name.
inline bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether a byte of UTF-8 is within a character, behind its first byte.
inline bool continuesCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// 64-bit FNV-1a over bytes: identities and checksums, not security.
uint64_t hashBytes(std::string_view bytes, uint64_t seed = 14695981039346656037ull);

/// 16 lower-case hexadecimal digits.
std::string hex16(uint64_t value);

} // namespace tare
