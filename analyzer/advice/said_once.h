// SPDX-License-Identifier: Apache-2.0
// Two constructs often get the same words, of one row or of two, with other figures beside them:
// the second one refers to the first.
#pragma once

#include <string>
#include <vector>

namespace tare {

struct SaidOfPlace {
  std::string place; // "Load imbalance at x.c:31": one row at one place
  std::string text;  // whole sentences
};

/// Sentences that an earlier one of another place has in the same words go, and one reference to
/// that place takes their position: "See 'Load imbalance at x.c:31'. Its work takes 40 % more
/// thread time than on one thread." Only if that is shorter.
void sayOnce(std::vector<SaidOfPlace> &all);

/// "One. Two 1.5 times." -> "One.", "Two 1.5 times."
std::vector<std::string> sentencesIn(const std::string &text);

} // namespace tare
