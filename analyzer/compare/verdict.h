// SPDX-License-Identifier: Apache-2.0
// A gate's verdict on a comparison. It fails if a change exceeds the noise, its 95 % band lies
// above the limit, and it is at least the least effect. It passes if such a change would have been
// seen. Otherwise it is open.
//
//   Comparison, Gate -> [verdict] -> review
#pragma once

#include "analyzer/compare/gate.h"
#include "analyzer/ledger/run_size.h"

namespace tare {

enum class GateVerdict { Passed, Open, Failed };
const char *verdictName(GateVerdict verdict);

/// Which side was measured again after a gate failed.
enum class Confirmation {
  None,
  Head, // HEAD only, against the same BASE
  Both,
};
const char *confirmationName(Confirmation confirmation);

/// A figure for which a gate failed or is open.
struct GateCause {
  std::string category; // or "time", "total", "any"
  RunSize size;
  int site = -1;         // in that table's sites; -1: the whole program
  std::string construct; // its id
  std::string sentence;
};

struct GateResult {
  Gate gate;
  GateVerdict verdict = GateVerdict::Passed;
  std::string reason;            // a sentence
  std::vector<GateCause> causes; // none of a gate that passed
  Confirmation confirmation = Confirmation::None;
};

struct GateLimits {
  double least_effect = 0.05; // of BASE's T_p
};

GateResult evaluateGate(const Gate &gate, const Comparison &comparison,
                        const GateLimits &limits = {});

/// A failed gate stays so where a second measurement makes it fail for the same figure at the same
/// construct; else it is open.
GateResult confirmed(const GateResult &first, const GateResult &again, Confirmation by);

/// A failed gate whose second measurement could not be made is open.
GateResult unconfirmed(const GateResult &first, const std::string &why);

} // namespace tare
