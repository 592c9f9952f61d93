// SPDX-License-Identifier: Apache-2.0
// What a build may be failed for: "no overhead may grow by more than so much of BASE's T_p", with
// the place that the gate looks at.
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

/// Error: neither side has a construct at the gate's place; names the nearest that there are. A
/// gate that looks at nothing would pass whatever happens.
Result<void> checkPlace(const Gate &gate, const Comparison &comparison);

} // namespace tare
