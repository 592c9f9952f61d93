// SPDX-License-Identifier: Apache-2.0
// What a line of output is made of: words, numbers, other characters. Blanks only separate.
//
//   output -> lines -> [pieces] -> compared side by side -> Outputs
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct Piece {
  enum class Kind { Word, Number, Sign, Name };
  Kind kind = Kind::Sign; // Name: the program that printed it
  uint32_t begin = 0, size = 0;

  std::string_view in(std::string_view line) const { return line.substr(begin, size); }
  uint32_t end() const { return begin + size; }
};

/// The names of a program that may stand in its output: as it was called, and without folders.
std::vector<std::string> namesOf(const std::string &program);

/// A number is decimal, with a sign, point and exponent as C, C++ and Fortran print them. Digits in
/// a name ("x2", "0x7f", a hash) are part of a word. NaN has no sign.
std::vector<Piece> piecesOf(std::string_view line, const std::vector<std::string> &names);

} // namespace tare
