// SPDX-License-Identifier: Apache-2.0
// What a build may be failed for.
//
// A gate says "no overhead may grow by more than so much of BASE's T_p". It fails only on a change
// beyond the noise whose 95 % band lies above the limit, and that is at least the least effect. It
// passes only where such a change would have been seen; else it is open.
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

enum class Verdict { Passed, Open, Failed };

struct GateResult {
  Gate gate;
  Verdict verdict = Verdict::Passed;
  std::string reason; // a sentence
};

struct GateLimits {
  double least_effect = 0.05; // of BASE's T_p
};

GateResult evaluateGate(const Gate &gate, const Comparison &comparison,
                        const GateLimits &limits = {});

/// A failed gate that a second pair of runs does not confirm is open.
GateResult confirmed(const GateResult &first, const GateResult &again);

const char *verdictName(Verdict verdict);

} // namespace tare
