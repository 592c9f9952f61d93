// SPDX-License-Identifier: Apache-2.0
// The control flow of a program, as far as its kernels go: which were called, in which order, and
// which part of that is the loop.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace tare {

/// The longest periodic part of a sequence of calls: `calls[first + i] == calls[first + length +
/// i]` for all i within it.
struct CallCycle {
  size_t first = 0;  // index of the first call in it
  size_t length = 0; // calls in one pass
  size_t passes = 0; // whole passes

  size_t end() const { return first + length * passes; } // behind its last call
};

/// No pass is longer: a limit of the search, which costs `longest_cycle` steps a call.
inline constexpr size_t longest_cycle = 64;

/// The cycle that holds most of the calls; of several that hold nearly as many (95 %) the shortest.
/// Nothing: no part is repeated, so there is no loop over the kernels.
std::optional<CallCycle> cycleOf(const std::vector<int> &calls);

} // namespace tare
