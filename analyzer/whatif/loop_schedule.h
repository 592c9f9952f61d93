// SPDX-License-Identifier: Apache-2.0
// Which iterations of a worksharing loop a thread executes: the schedule clause (OpenMP 5.2,
// section 11.5.3), and the time of each thread under one.
#pragma once

#include "analyzer/whatif/cost_curve.h"
#include "instrumenter/nodes/schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

struct LoopSchedule {
  enum class Kind : uint8_t { Static, Dynamic, Guided };
  Kind kind = Kind::Static;
  int64_t chunk = 0; // iterations; 0: none given
  bool operator==(const LoopSchedule &) const = default;

  std::string text() const; // "static,1"
  /// Iterations that a thread is given at once, at least.
  int64_t leastChunk() const { return chunk > 0 ? chunk : 1; }
  /// Whether the runtime is asked for each chunk.
  bool dispatches() const { return kind != Kind::Static; }
};

/// "static", "static,1", "dynamic", "guided,4". Nothing: it is none.
std::optional<LoopSchedule> parseSchedule(std::string_view text);

/// The schedule of a loop as its clauses say. Nothing: `runtime`, `auto`, or a chunk that only the
/// program knows.
std::optional<LoopSchedule> scheduleAsWritten(const Schedule &clause);

/// One execution of a loop by a team.
struct LoopShares {
  std::vector<double> time; // of each thread in iterations, in the unit of the work
  std::vector<double> iterations, chunks; // that each thread was given
};

/// How `threads` share `iterations` whose cost along the range is `curve`, and together `work`.
/// `begins`: when each thread begins, in the same unit; empty: all at once. `dispatch`: what a
/// chunk costs beside its iterations; not in LoopShares::time. Of more than a few thousand chunks
/// neighbours are taken together.
LoopShares sharedOut(const LoopSchedule &schedule, double iterations, const CostCurve &curve,
                     double work, size_t threads, const std::vector<double> &begins = {},
                     double dispatch = 0);

} // namespace tare
