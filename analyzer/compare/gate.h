// SPDX-License-Identifier: Apache-2.0
// A condition that fails a build: an overhead may not grow by more than a part of BASE's T_p, in
// the whole program or at a place.
#pragma once

#include "analyzer/compare/compare.h"

namespace tare {

/// "any > 5%", "locks > 3%", "load_imbalance@lu2.c:31 > 5%", "time > 5%"
struct Gate {
  std::string text;     // as given
  std::string category; // full name; "any", "time" (T_p), "total" (all overheads)
  std::string place;    // file, file:line or function; empty: the whole program
  double limit = 0;     // of BASE's T_p
};

/// Error: not of this form, or a name that is no overhead or that several have.
Result<Gate> parseGate(const std::string &text);

/// Whether either version of the construct is there. A function may be named without its scopes.
bool isAt(const ComparedSite &site, const std::string &place);

/// Error: neither side has a construct at the gate's place; the message names the nearest ones.
/// Such a gate would pass whatever happens.
Result<void> checkPlace(const Gate &gate, const Comparison &comparison);

} // namespace tare
