// SPDX-License-Identifier: Apache-2.0
// Two constructs often get the same words, of one line or of two, with other figures in front of
// them: the second one refers to the first.
#pragma once

#include <string>
#include <vector>

namespace tare {

struct SaidOfPlace {
  std::string place; // "Work rate (memory, cache, clock) at x.c:31": one line at one place
  std::string text;  // its own clauses, with a full stop
};

/// "its work takes 20 % more thread time than on one thread: the same work is slower ..." becomes
/// "its work takes 20 % more thread time than on one thread; see 'Work rate at x.c:31'." where an
/// earlier one of another place ends in the same clauses and these are longer than naming it.
void sayOnce(std::vector<SaidOfPlace> &all);

} // namespace tare
