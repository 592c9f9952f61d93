// SPDX-License-Identifier: Apache-2.0
// The schedule of a worksharing loop, from its directive's text.
#pragma once

#include <string>
#include <string_view>

namespace tare {

struct Schedule {
  std::string kind;  // "static", "dynamic", "guided", "runtime", "auto"; empty: no such clause
  std::string chunk; // as written, without blanks; empty: none

  /// Whether a thread asks the runtime for iterations while it runs the loop. Without the clause,
  /// both runtimes share a loop out beforehand.
  bool dispatches() const { return !kind.empty() && kind != "static"; }
  /// Whether it does so for every single iteration, whatever their number.
  bool dispatchesEach() const { return kind == "dynamic" && (chunk.empty() || chunk == "1"); }
};

/// Of "for schedule(monotonic : dynamic, 4) nowait".
Schedule scheduleOf(std::string_view directive);

} // namespace tare
