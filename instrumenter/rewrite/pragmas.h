// SPDX-License-Identifier: Apache-2.0
// The text of rewritten pragmas: which clause goes to which half.
#pragma once

#include "instrumenter/text/construct.h"

#include <string>
#include <string_view>

namespace tare {

struct SplitPragma {
  std::string parallel; // "#pragma omp parallel num_threads(4)"
  std::string inner;    // "#pragma omp for schedule(static)"
};

/// The two halves of a combined directive, without additions for the probes. `symbol` must be
/// visible inside.
SplitPragma splitPragma(const Construct &construct, std::string_view symbol);

/// "default(shared)" for default(none): the compiler has checked the original already.
std::string openDefault(const WrittenClause &clause, std::string_view symbol);

} // namespace tare
