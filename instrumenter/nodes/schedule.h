// SPDX-License-Identifier: Apache-2.0
// The schedule of a worksharing loop, from its clause.
#pragma once

#include "instrumenter/nodes/clause.h"

namespace tare {

struct Schedule {
  std::string kind;  // "static", "dynamic", "guided", "runtime", "auto"; empty: no clause
  std::string chunk; // as written; empty: none
  std::optional<int64_t> value; // of the chunk; nothing: it is not constant

  /// Whether a thread asks the runtime for iterations while it runs the loop. Without the clause,
  /// both runtimes share a loop out beforehand.
  bool dispatches() const { return !kind.empty() && kind != "static"; }
  /// Whether it does so for every single iteration.
  bool dispatchesEach() const { return kind == "dynamic" && (chunk.empty() || value == 1); }
};

/// nullptr: there is no such clause.
inline Schedule scheduleOf(const Clause *clause) {
  if (!clause || clause->words.empty())
    return {};
  return {clause->words.back(), clause->expression, clause->value};
}

} // namespace tare
