// SPDX-License-Identifier: Apache-2.0
// The four rows of what MPI costs (docs/explanation/jobs.md).
#pragma once

#include "analyzer/profile/ticks.h"

namespace tare {

/// Ticks of thread time.
struct MpiRows {
  Ticks start_and_end = 0, imbalance = 0, serialisation = 0, transfer = 0;

  Ticks sum() const { return start_and_end + imbalance + serialisation + transfer; }
  MpiRows &operator+=(const MpiRows &other) {
    start_and_end += other.start_and_end;
    imbalance += other.imbalance;
    serialisation += other.serialisation;
    transfer += other.transfer;
    return *this;
  }
  bool operator==(const MpiRows &) const = default;
};

} // namespace tare
